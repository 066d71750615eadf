// selvage-check: bug
// shows: a store outside may come before an atomic block as well as after it
// finding: assertion
// executions: 2
// strategies: source, classic, dfs
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static atomic_int number;
static int seen;

static void* inside(void* unused) {
  __VERIFIER_atomic_begin();
  seen = atomic_load(&number);
  atomic_store(&number, 3);
  __VERIFIER_atomic_end();
  return unused;
}

static void* outside(void* unused) {
  atomic_store(&number, 5);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, inside, NULL);
  pthread_create(&second, NULL, outside, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(seen != 5);  // finding
  return 0;
}
