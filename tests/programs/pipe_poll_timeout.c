// selvage-test: poll and select with a time-out end with 0 when nothing comes, and the clock has moved on
// expect: completed
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

static int ends[2];

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void* waits(void* unused) {
  struct pollfd polled = {.fd = ends[0], .events = POLLIN};
  struct timeval fifth = {.tv_usec = 200000};
  fd_set readable;
  double start = now();
  assert(poll(&polled, 1, 200) == 0);
  assert(now() >= start + 0.199);
  start = now();
  FD_ZERO(&readable);
  FD_SET(ends[0], &readable);
  assert(select(ends[0] + 1, &readable, NULL, NULL, &fifth) == 0);
  assert(!FD_ISSET(ends[0], &readable));
  assert(now() >= start + 0.199);
  start = now();
  assert(poll(NULL, 0, 100) == 0);
  assert(now() >= start + 0.099);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pipe(ends) == 0);
  pthread_create(&thread, NULL, waits, NULL);
  pthread_join(thread, NULL);
  return 0;
}
