// selvage-check: verified
// shows: truth values are both, and a range that has all values of a type leaves nothing out
// check-options: --nondet -128..127
// executions: 512
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
extern signed char __VERIFIER_nondet_schar(void);

static void *nothing(void *unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  bool flag = __VERIFIER_nondet_bool();
  signed char value = __VERIFIER_nondet_schar();
  assert(flag || value < 128);
  pthread_join(thread, NULL);
  return 0;
}
