// selvage-test: poll with a time-out on a pipe that is about to be written may time out or see the byte
// expect: completed, assertion
// plain-exit: skip
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* writes(void* unused) {
  if (write(ends[1], "x", 1) != 1) return &ends;
  return unused;
}

int main(void) {
  pthread_t thread;
  if (pipe(ends) != 0) return 1;
  struct pollfd polled = {.fd = ends[0], .events = POLLIN};
  pthread_create(&thread, NULL, writes, NULL);
  int ready = poll(&polled, 1, 60000);
  pthread_join(thread, NULL);
  assert(ready == 1 && polled.revents == POLLIN);
  return 0;
}
