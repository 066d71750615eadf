// selvage-test: timed read and write locks give ETIMEDOUT against a holder that stays, and acquire what is free
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t read_held = PTHREAD_RWLOCK_INITIALIZER;
static pthread_rwlock_t write_held = PTHREAD_RWLOCK_INITIALIZER;

static void* waits(void* unused) {
  struct timespec past = {.tv_sec = 1}, deadline, now;
  assert(pthread_rwlock_timedwrlock(&read_held, &past) == ETIMEDOUT);
  assert(pthread_rwlock_timedrdlock(&write_held, &past) == ETIMEDOUT);
  assert(pthread_rwlock_timedrdlock(&read_held, &past) == 0);
  assert(pthread_rwlock_unlock(&read_held) == 0);
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 1;
  assert(pthread_rwlock_timedwrlock(&write_held, &deadline) == ETIMEDOUT);
  clock_gettime(CLOCK_REALTIME, &now);
  assert(now.tv_sec > deadline.tv_sec || (now.tv_sec == deadline.tv_sec && now.tv_nsec >= deadline.tv_nsec));
  assert(pthread_rwlock_clockrdlock(&write_held, CLOCK_MONOTONIC, &past) == ETIMEDOUT);
  assert(pthread_rwlock_clockwrlock(&read_held, CLOCK_MONOTONIC, &past) == ETIMEDOUT);
  assert(pthread_rwlock_clockrdlock(&read_held, CLOCK_MONOTONIC, &past) == 0);
  assert(pthread_rwlock_unlock(&read_held) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pthread_rwlock_rdlock(&read_held) == 0);
  assert(pthread_rwlock_wrlock(&write_held) == 0);
  assert(pthread_create(&thread, NULL, waits, NULL) == 0);
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
