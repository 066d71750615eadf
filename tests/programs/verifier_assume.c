// selvage-test: __VERIFIER_assume prunes the executions in which it does not hold
// expect: completed, assume-failed
// plain-exit: skip
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

static void* worker(void* unused) {
  int number = __VERIFIER_nondet_int();
  __VERIFIER_assume(number == 0);
  assert(number == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
