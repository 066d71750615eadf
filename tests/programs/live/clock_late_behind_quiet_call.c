// selvage-live: bug
// shows: a function on one of the ways that the time leads could do what others notice, and does not
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int done, count;

__attribute__((noinline)) static void report(int level) {
  if (level > 2) atomic_fetch_add(&count, 1);
}

static void* polls(void* level) {
  time_t deadline = time(0) + 5;
  int late = 0;
  for (int finished = 0; !finished;) {
    if (time(0) >= deadline) {
      report(*(int*)level);
      late = 1;
    }
    if (atomic_load(&done)) {
      assert(!late);  // finding
      finished = 1;
    }
  }
  return 0;
}

static void* sets(void* unused) {
  atomic_store(&done, 1);
  return unused;
}

int main(int argc, char** argv) {
  (void)argv;
  pthread_t first, second;
  pthread_create(&first, 0, polls, &argc);
  pthread_create(&second, 0, sets, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
