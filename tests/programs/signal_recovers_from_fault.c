// selvage-test: a program that jumps out of its SIGSEGV handler goes on, or the fault is reported as a crash
// expect: completed?, crash?
// plain-exit: 0
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

static int* volatile nowhere;
static __thread sigjmp_buf recovery;

static void handler(int number) {
  (void)number;
  siglongjmp(recovery, 1);
}

static void* worker(void* unused) {
  if (sigsetjmp(recovery, 1) == 0) {
    *nowhere = 1;
    assert(!"a write to address zero went through");
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  signal(SIGSEGV, handler);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
