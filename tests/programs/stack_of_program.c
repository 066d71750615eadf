// selvage-test: threads run with a stack that the program provides
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

enum { kStackSize = 256 * 1024 };

static void* worker(void* argument) {
  volatile char block[100 * 1024];
  for (unsigned i = 0; i < sizeof block; i += 1024) block[i] = 1;
  sched_yield();
  for (unsigned i = 0; i < sizeof block; i += 1024) assert(block[i] == 1);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  pthread_attr_t attributes;
  void* stacks[2];
  for (int i = 0; i < 2; i++) {
    assert(posix_memalign(&stacks[i], 4096, kStackSize) == 0);
    pthread_attr_init(&attributes);
    assert(pthread_attr_setstack(&attributes, stacks[i], kStackSize) == 0);
    assert(pthread_create(&threads[i], &attributes, worker, NULL) == 0);
    pthread_attr_destroy(&attributes);
  }
  for (int i = 0; i < 2; i++) {
    assert(pthread_join(threads[i], NULL) == 0);
    free(stacks[i]);
  }
  return 0;
}
