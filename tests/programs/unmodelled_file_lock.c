// selvage-test: locks of open files keep threads from each other, and stop with a message
// expect: unmodelled
// plain-exit: 0
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>

static void* worker(void* unused) {
  FILE* file = tmpfile();
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  assert(fcntl(fileno(file), F_OFD_SETLK, &lock) == 0);
  fclose(file);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
