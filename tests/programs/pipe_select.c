// selvage-test: select without a time-out blocks until the right pipe is readable, and sees a writable end at once
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static int first[2], second[2];

static void* writes(void* unused) {
  assert(write(second[1], "s", 1) == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  fd_set readable, writable;
  char byte = 0;
  assert(pipe(first) == 0 && pipe(second) == 0);
  pthread_create(&thread, NULL, writes, NULL);
  FD_ZERO(&readable);
  FD_SET(first[0], &readable);
  FD_SET(second[0], &readable);
  assert(select(second[1] + 1, &readable, NULL, NULL, NULL) == 1);
  assert(!FD_ISSET(first[0], &readable) && FD_ISSET(second[0], &readable));
  assert(read(second[0], &byte, 1) == 1 && byte == 's');
  FD_ZERO(&writable);
  FD_SET(first[1], &writable);
  assert(select(first[1] + 1, NULL, &writable, NULL, NULL) == 1);
  assert(FD_ISSET(first[1], &writable));
  pthread_join(thread, NULL);
  return 0;
}
