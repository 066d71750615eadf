// selvage-test: sleep, usleep, nanosleep and clock_nanosleep advance the clock by what they promise and take no time
// expect: completed
// plain-exit: skip
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void* sleeper(void* unused) {
  double start = now();
  assert(sleep(1000) == 0);
  assert(now() >= start + 1000);
  start = now();
  assert(usleep(900000) == 0);
  assert(now() >= start + 0.9);
  start = now();
  struct timespec hour = {.tv_sec = 3600}, left = {0}, invalid = {.tv_nsec = 1000000000};
  assert(nanosleep(&hour, &left) == 0);
  assert(now() >= start + 3600);
  assert(nanosleep(&invalid, NULL) == -1 && errno == EINVAL);
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 86400;
  start = now();
  assert(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &deadline, NULL) == 0);
  assert(now() >= start + 86399);
  start = now();
  assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &hour, NULL) == 0);
  assert(now() >= start + 3600);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  double start = now();
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, sleeper, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(now() >= start + 1000);
  return 0;
}
