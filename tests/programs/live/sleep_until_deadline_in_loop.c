// selvage-live: verified
// shows: a thread looks at the clock and sleeps in a loop of its own, until it has got a message or its time is over
// executions: 4
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int message;

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void* receives(void* unused) {
  long end = milliseconds() + 12;
  while (!atomic_load(&message)) {
    if (milliseconds() >= end) break;
    struct timespec rest = {0, 1000000};
    while (nanosleep(&rest, &rest) == -1 && errno == EINTR) continue;
  }
  return unused;
}

int main(void) {
  pthread_t receiver;
  pthread_create(&receiver, NULL, receives, NULL);
  atomic_store(&message, 1);
  pthread_join(receiver, NULL);
  return 0;
}
