// selvage-live: verified
// shows: a deadline that is told by the nanoseconds alone comes, though not at whole seconds
#include <pthread.h>
#include <time.h>

static void* waits(void* unused) {
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  do clock_gettime(CLOCK_MONOTONIC, &now);
  while (now.tv_nsec - start.tv_nsec < 500000000);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  pthread_join(thread, NULL);
}
