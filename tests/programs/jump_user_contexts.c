// selvage-test: makecontext and swapcontext inside threads, with switches between threads in the coroutine
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <ucontext.h>

static __thread ucontext_t caller, coroutine;
static __thread int produced;

static void generate(void) {
  for (int i = 1; i <= 3; i++) {
    produced = i;
    sched_yield();
    swapcontext(&coroutine, &caller);
  }
}

static void* worker(void* unused) {
  enum { kStackSize = 64 * 1024 };
  char* stack = malloc(kStackSize);
  assert(getcontext(&coroutine) == 0);
  coroutine.uc_stack.ss_sp = stack;
  coroutine.uc_stack.ss_size = kStackSize;
  coroutine.uc_link = &caller;
  makecontext(&coroutine, generate, 0);
  for (int i = 1; i <= 3; i++) {
    assert(swapcontext(&caller, &coroutine) == 0);
    assert(produced == i);
    sched_yield();
  }
  free(stack);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
