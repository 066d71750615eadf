// selvage-check: bounded
// shows: every pair of values of the range is tried
// executions: 16
// gaps: narrow_choices
// check-options: --nondet 0..3
// strategies: source, classic, dfs
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int sum;

static void* adds(void* unused) {
  sum = __VERIFIER_nondet_int();
  sum += __VERIFIER_nondet_int();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, adds, NULL);
  pthread_join(thread, NULL);
  assert(sum >= 0 && sum <= 6);
  return 0;
}
