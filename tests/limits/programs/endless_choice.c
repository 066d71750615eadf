// A loop that a choice may prolong for ever: executions end at the depth, and each step has another outcome.
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static void* choose(void* unused) {
  while (__VERIFIER_nondet_int() != 2);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, choose, 0);
  pthread_join(thread, 0);
}
