// selvage-test: a hundred threads alive together, joined in reverse order, each with its own result and own storage
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

enum { kThreads = 100 };

static __thread intptr_t own;
static pthread_barrier_t all_alive;

static void* worker(void* argument) {
  assert(own == 0);
  own = (intptr_t)argument;
  pthread_barrier_wait(&all_alive);
  assert(own == (intptr_t)argument);
  return (void*)(own * own);
}

int main(void) {
  pthread_t threads[kThreads];
  assert(pthread_barrier_init(&all_alive, NULL, kThreads) == 0);
  for (intptr_t i = 0; i < kThreads; i++) assert(pthread_create(&threads[i], NULL, worker, (void*)i) == 0);
  for (intptr_t i = kThreads - 1; i >= 0; i--) {
    void* square;
    assert(pthread_join(threads[i], &square) == 0);
    assert((intptr_t)square == i * i);
  }
  return 0;
}
