// selvage-test: pthread_mutex_clocklock measures on the clock it is given and rejects others
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;

static void* waits(void* unused) {
  struct timespec deadline, now;
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  deadline.tv_sec += 1;
  assert(pthread_mutex_clocklock(&held, CLOCK_MONOTONIC, &deadline) == ETIMEDOUT);
  clock_gettime(CLOCK_MONOTONIC, &now);
  assert(now.tv_sec > deadline.tv_sec || (now.tv_sec == deadline.tv_sec && now.tv_nsec >= deadline.tv_nsec));
  assert(pthread_mutex_clocklock(&held, CLOCK_PROCESS_CPUTIME_ID, &deadline) == EINVAL);
  struct timespec past = {.tv_sec = 1};
  assert(pthread_mutex_clocklock(&held, CLOCK_REALTIME, &past) == ETIMEDOUT);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&held);
  assert(pthread_create(&thread, NULL, waits, NULL) == 0);
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
