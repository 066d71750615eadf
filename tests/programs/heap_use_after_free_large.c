// selvage-test: a large block is used after it was freed
// expect: completed, memory-error
// finding: read of 1 byte at offset 500000 of a block of 1000000 bytes that was freed
// plain-exit: skip
#include <pthread.h>
#include <stdlib.h>

static char* volatile buffer;
static char seen;

static void* reads(void* unused) {
  seen = buffer[500000];
  return unused;
}

int main(void) {
  pthread_t thread;
  buffer = malloc(1000000);
  buffer[500000] = 'x';
  pthread_create(&thread, NULL, reads, NULL);
  free(buffer);
  pthread_join(thread, NULL);
  return 0;
}
