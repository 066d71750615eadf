// selvage-live: bug
// shows: time passes up to the deadline that is next, not beyond: two attempts may time out before the whole does
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int answered;

static void* answers(void* unused) {
  answered = 1;
  return unused;
}

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, answers, NULL);
  long start = milliseconds();
  int attempts = 0;
  while (milliseconds() < start + 3000) {
    long until = milliseconds() + 1000;
    while (milliseconds() < until && !answered) continue;
    if (answered) break;
    attempts++;
  }
  assert(attempts != 2);  // finding
  pthread_join(other, NULL);
}
