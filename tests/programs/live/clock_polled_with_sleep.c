// selvage-live: verified
// shows: sleeping between two looks at the clock does not tell one iteration from another
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int done;

static void* finishes(void* unused) {
  done = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, finishes, NULL);
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  do {
    clock_gettime(CLOCK_MONOTONIC, &now);
    usleep(1000);
  } while (!done && now.tv_sec < start.tv_sec + 2);
  pthread_join(thread, NULL);
}
