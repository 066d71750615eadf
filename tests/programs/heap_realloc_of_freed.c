// selvage-test: realloc of a block that was freed is a memory error
// expect: memory-error
// finding: realloc of a block of 40 bytes that was freed before
// plain-exit: skip
#include <pthread.h>
#include <stdlib.h>

static void* volatile block;

static void* grows(void* unused) {
  block = realloc(block, 1000);
  return unused;
}

int main(void) {
  pthread_t thread;
  block = malloc(40);
  void* volatile same = block;
  free(same);
  pthread_create(&thread, NULL, grows, NULL);
  pthread_join(thread, NULL);
  return 0;
}
