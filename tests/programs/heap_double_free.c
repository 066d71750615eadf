// selvage-test: freeing a block twice, the second time in another thread, is a memory error
// expect: memory-error
// finding: free of a block of 40 bytes that was freed before, allocated at
// plain-exit: skip
#include <pthread.h>
#include <stdlib.h>

static void* volatile block;

static void* frees(void* unused) {
  free(block);
  return unused;
}

int main(void) {
  pthread_t thread;
  block = malloc(40);
  pthread_create(&thread, NULL, frees, NULL);
  pthread_join(thread, NULL);
  free(block);
  return 0;
}
