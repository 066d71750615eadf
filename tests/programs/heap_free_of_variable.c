// selvage-test: freeing the address of a variable is a memory error
// expect: memory-error
// finding: which was never allocated
// plain-exit: skip
#include <pthread.h>
#include <stdlib.h>

static int variable[32];
static void* volatile not_from_the_heap = &variable[8];

static void* frees(void* unused) {
  free(not_from_the_heap);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, frees, NULL);
  pthread_join(thread, NULL);
  return 0;
}
