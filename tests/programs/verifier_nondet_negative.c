// selvage-test: a range below zero, for a signed type
// expect: completed
// run-options: --nondet -7..-5
// plain-exit: skip
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void* chooses(void* unused) {
  int number = __VERIFIER_nondet_int();
  if (number < -7 || number > -5) abort();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, chooses, NULL);
  pthread_join(thread, NULL);
  return 0;
}
