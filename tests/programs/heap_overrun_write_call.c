// selvage-test: more bytes are written to a pipe than the buffer has
// expect: memory-error
// finding: read of 12 bytes at offset 0 of a block of 8 bytes, 4 past its end
// plain-exit: skip
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int ends[2];

static void* writes(void* unused) {
  char* buffer = calloc(1, 8);
  ssize_t written = write(ends[1], buffer, 12);
  free(buffer);
  return written == 12 ? unused : NULL;
}

int main(void) {
  pthread_t thread;
  if (pipe(ends) != 0) return 1;
  pthread_create(&thread, NULL, writes, NULL);
  pthread_join(thread, NULL);
  return 0;
}
