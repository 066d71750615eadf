// selvage-check: bounded
// shows: executions in which an assumption does not hold do not count against the program
// gaps: narrow_choices
// check-options: --nondet -1..2
// strategies: source
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

static void* divides(void* unused) {
  int divisor = __VERIFIER_nondet_int();
  __VERIFIER_assume(divisor != 0);
  assert(2 / divisor != 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, divides, NULL);
  pthread_join(thread, NULL);
  return 0;
}
