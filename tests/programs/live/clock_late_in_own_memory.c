// selvage-live: bug
// shows: ways that the time leads part in memory of the thread alone, and come together again
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

struct state {
  int late;
};

static atomic_int done;

static long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}

static void* polls(void* unused) {
  struct state* state = calloc(1, sizeof *state);
  long deadline = now() + 5;
  for (int finished = 0; !finished;) {
    if (now() >= deadline) state->late = 1;
    if (atomic_load(&done)) {
      assert(!state->late);  // finding
      finished = 1;
    }
  }
  free(state);
  return unused;
}

static void* sets(void* unused) {
  atomic_store(&done, 1);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, polls, 0);
  pthread_create(&second, 0, sets, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
