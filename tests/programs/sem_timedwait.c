// selvage-test: sem_timedwait and sem_clockwait fail with ETIMEDOUT at zero, not before their time
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t empty, one;

static void* waits(void* unused) {
  struct timespec past = {.tv_sec = 1}, invalid = {.tv_nsec = 1000000000}, deadline, now;
  assert(sem_timedwait(&one, &past) == 0);
  errno = 0;
  assert(sem_timedwait(&one, &past) == -1 && errno == ETIMEDOUT);
  errno = 0;
  assert(sem_timedwait(&empty, &invalid) == -1 && errno == EINVAL);
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 1;
  errno = 0;
  assert(sem_timedwait(&empty, &deadline) == -1 && errno == ETIMEDOUT);
  clock_gettime(CLOCK_REALTIME, &now);
  assert(now.tv_sec >= deadline.tv_sec);
  errno = 0;
  assert(sem_clockwait(&empty, CLOCK_MONOTONIC, &past) == -1 && errno == ETIMEDOUT);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&empty, 0, 0);
  sem_init(&one, 0, 1);
  pthread_create(&thread, NULL, waits, NULL);
  pthread_join(thread, NULL);
  return 0;
}
