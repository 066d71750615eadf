// selvage-test: the end of a pipe is seen only when every duplicate of the write end is closed
// expect: completed
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], copies[3];

static void* writes_and_closes(void* argument) {
  int* copy = argument;
  assert(write(*copy, "x", 1) == 1);
  assert(close(*copy) == 0);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  char byte;
  int total = 0;
  assert(pipe(ends) == 0);
  copies[0] = dup(ends[1]);
  copies[1] = fcntl(ends[1], F_DUPFD, 50);
  assert(copies[0] >= 0 && copies[1] >= 50);
  copies[2] = dup2(ends[1], 60);
  assert(copies[2] == 60);
  assert(dup2(ends[1], ends[1]) == ends[1]);
  errno = 0;
  assert(dup2(-1, 61) == -1 && errno == EBADF);
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, writes_and_closes, &copies[i]);
  assert(close(ends[1]) == 0);
  while (read(ends[0], &byte, 1) == 1) total++;
  assert(total == 3);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
