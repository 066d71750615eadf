// selvage-test: clockwait and a condition with the monotonic clock measure on that clock
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ordinary = PTHREAD_COND_INITIALIZER;
static pthread_cond_t monotonic;

static void* waiter(void* unused) {
  struct timespec deadline, now;
  pthread_mutex_lock(&lock);
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  deadline.tv_sec += 1;
  assert(pthread_cond_clockwait(&ordinary, &lock, CLOCK_MONOTONIC, &deadline) == ETIMEDOUT);
  clock_gettime(CLOCK_MONOTONIC, &now);
  assert(now.tv_sec >= deadline.tv_sec);
  assert(pthread_cond_clockwait(&ordinary, &lock, CLOCK_PROCESS_CPUTIME_ID, &deadline) == EINVAL);
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  deadline.tv_sec += 1;
  assert(pthread_cond_timedwait(&monotonic, &lock, &deadline) == ETIMEDOUT);
  clock_gettime(CLOCK_MONOTONIC, &now);
  assert(now.tv_sec >= deadline.tv_sec);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_condattr_t attributes;
  pthread_t thread;
  clockid_t clock = CLOCK_REALTIME;
  pthread_condattr_init(&attributes);
  assert(pthread_condattr_setclock(&attributes, CLOCK_PROCESS_CPUTIME_ID) == EINVAL);
  assert(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0);
  assert(pthread_condattr_getclock(&attributes, &clock) == 0 && clock == CLOCK_MONOTONIC);
  assert(pthread_cond_init(&monotonic, &attributes) == 0);
  pthread_condattr_destroy(&attributes);
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_join(thread, NULL);
  assert(pthread_cond_destroy(&monotonic) == 0);
  return 0;
}
