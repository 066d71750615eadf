// selvage-test: __VERIFIER_nondet_int and _bool are choices
// expect: completed, assertion
// plain-exit: skip
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int number;
static bool truth;

static void* chooses(void* unused) {
  number = __VERIFIER_nondet_int();
  truth = __VERIFIER_nondet_bool();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, chooses, NULL);
  pthread_join(thread, NULL);
  assert(!(number != 0 && truth));
  return 0;
}
