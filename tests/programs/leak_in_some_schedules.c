// selvage-test: two threads that create an object on first use: one of the two objects may be lost
// expect: completed, memory-error
// finding: a block of 128 bytes allocated at
// run-options: --leaks
#include <pthread.h>
#include <stdlib.h>

static int* instance;

static void* gets(void* unused) {
  if (!instance) instance = calloc(32, sizeof *instance);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, gets, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
