// selvage-test: one byte too many in a block of three megabytes
// expect: memory-error
// finding: write of 1 byte 0 bytes behind the end of a block of 3000000 bytes
// plain-exit: skip
#include <pthread.h>
#include <stdlib.h>

static char* volatile block;
static volatile size_t size = 3000000;

static void* terminates(void* unused) {
  block[size - 1] = 'z';
  block[size] = '\0';
  return unused;
}

int main(void) {
  pthread_t thread;
  block = malloc(size);
  pthread_create(&thread, NULL, terminates, NULL);
  pthread_join(thread, NULL);
  free(block);
  return 0;
}
