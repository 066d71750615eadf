// selvage-test: a non-blocking pipe gives EAGAIN when empty and when full
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int ends[2];

static void* worker(void* unused) {
  static char block[4096];
  char byte;
  size_t total = 0;
  ssize_t count;
  errno = 0;
  assert(read(ends[0], &byte, 1) == -1 && errno == EAGAIN);
  while ((count = write(ends[1], block, sizeof block)) > 0) total += (size_t)count;
  assert(count == -1 && errno == EAGAIN);
  assert(total >= 4096 && total <= 1 << 20);
  assert(read(ends[0], block, sizeof block) == sizeof block);
  assert(write(ends[1], block, sizeof block) == sizeof block);
  assert(close(ends[1]) == 0);
  while ((count = read(ends[0], block, sizeof block)) > 0) total -= (size_t)count;
  assert(count == 0 && total == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pipe2(ends, O_NONBLOCK | O_CLOEXEC) == 0);
  assert(fcntl(ends[0], F_GETFL) & O_NONBLOCK);
  assert(fcntl(ends[0], F_GETFD) & FD_CLOEXEC);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
