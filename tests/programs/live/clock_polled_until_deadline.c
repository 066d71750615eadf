// selvage-live: verified
// shows: a loop that reads the clock until a deadline waits for the other thread, or time passes and it gives up
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int working = 1;

static void* works(void* unused) {
  working = 0;
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, works, NULL);
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  do {
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while (now.tv_sec < start.tv_sec + 3 && working);
  pthread_join(worker, NULL);
}
