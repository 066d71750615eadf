// selvage-check: bounded
// shows: every execution ends in an assumption that does not hold: nothing was checked, not even the last line
// gaps: only_assumptions, narrow_choices
// strategies: source, classic, dfs
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static void *nothing(void *unused) { return unused; }

int main(void) {
  int n = __VERIFIER_nondet_int();
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  __VERIFIER_assume(n >= 2);
  pthread_join(thread, NULL);
  assert(0);
}
