// selvage-check: bounded
// shows: an assumption fails before any thread is started
// gaps: only_assumptions, narrow_choices, one_thread
// strategies: source
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static void *nothing(void *unused) { return unused; }

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 2);
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_join(thread, NULL);
  assert(0);
}
