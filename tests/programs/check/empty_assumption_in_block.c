// selvage-check: bounded
// shows: an assumption that never holds, in an atomic block
// gaps: only_assumptions
// check-options: --check standard,-race
// strategies: source
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int ready;

static void *wait(void *unused) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(ready == 2);
  __VERIFIER_atomic_end();
  assert(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait, NULL);
  __VERIFIER_atomic_begin();
  ready = 1;
  __VERIFIER_atomic_end();
  pthread_join(thread, NULL);
  return 0;
}
