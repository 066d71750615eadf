// selvage-test: a thread loses its only pointer to a block
// expect: memory-error
// finding: a block of 40 bytes allocated at
// run-options: --leaks
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char* volatile block;

static void* loses(void* unused) {
  block = malloc(40);
  memset(block, 0, 40);
  block = NULL;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, loses, NULL);
  pthread_join(thread, NULL);
  return 0;
}
