// selvage-live: bug
// shows: where a later time leads, a null pointer is written through: found while running ahead
// finding: crash
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int done;

static void* polls(void* place) {
  time_t deadline = time(0) + 5;
  int* result = place;
  while (!atomic_load(&done)) {
    if (time(0) >= deadline) *result = 1;
  }
  return 0;
}

static void* sets(void* unused) {
  atomic_store(&done, 1);
  return unused;
}

int main(int argc, char** argv) {
  (void)argv;
  static int place;
  pthread_t first, second;
  pthread_create(&first, 0, polls, argc > 3 ? &place : 0);
  pthread_create(&second, 0, sets, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
