// selvage-test: assume_abort_if_not, which the suites' programs define by abort, is an assumption and no finding
// expect: completed, assume-failed
// plain-exit: 0
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

void assume_abort_if_not(int condition) {
  if (!condition) abort();
}

static int chosen;

static void* chooses(void* unused) {
  chosen = __VERIFIER_nondet_int();
  assume_abort_if_not(chosen == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, chooses, NULL);
  pthread_join(thread, NULL);
  return chosen;
}
