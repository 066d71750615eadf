// selvage-check: bug
// blocked: 1
// shows: a task as the verification suites write it, with an error that one interleaving reaches
// finding: assertion
// check-options: --nondet 1..3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void assume_abort_if_not(int condition) {
  if (!condition) abort();
}
void reach_error(void) { assert(0); }  // finding

static atomic_int balance;

static void* deposits(void* unused) {
  int amount = __VERIFIER_nondet_int();
  assume_abort_if_not(amount > 1);
  atomic_fetch_add(&balance, amount);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, deposits, NULL);
  int seen = atomic_load(&balance);
  pthread_join(thread, NULL);
  if (seen == 3) {
    reach_error();
    abort();
  }
  return 0;
}
