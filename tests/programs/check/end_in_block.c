// selvage-check: bug
// shows: an atomic block does not hold back others while the program ends in it
// finding: assertion
// strategies: source, classic, dfs
// check-options: --check assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static _Atomic int count;

static void *increment(void *unused) {
  count++;
  assert(0);  // finding
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, increment, 0);
  __VERIFIER_atomic_begin();
  if (count == 0) exit(0);
  __VERIFIER_atomic_end();
  return 0;
}
