// selvage-test: freed memory is read before the program starts a thread
// expect: memory-error
// finding: read of 4 bytes at offset 0 of a block of 4 bytes that was freed
// plain-exit: skip
#include <pthread.h>
#include <stdlib.h>

static int* volatile block;

static void* worker(void* unused) { return unused; }

int main(void) {
  pthread_t thread;
  block = malloc(sizeof *block);
  *block = 1;
  free(block);
  int stale = *block;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return stale;
}
