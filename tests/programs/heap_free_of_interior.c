// selvage-test: freeing a pointer into the middle of a block is a memory error
// expect: memory-error
// finding: free of offset 16 of a block of 200 bytes
// plain-exit: skip
#include <pthread.h>
#include <stdlib.h>

static char* volatile block;

static void* frees(void* unused) {
  free(block + 16);
  return unused;
}

int main(void) {
  pthread_t thread;
  block = malloc(200);
  pthread_create(&thread, NULL, frees, NULL);
  pthread_join(thread, NULL);
  return 0;
}
