// selvage-check: bug
// shows: a compare-exchange that fails only reads: it races with the write of another step, not with the read beside it
// finding: data-race
// strategies: source, classic, dfs
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int x, y;

static void* updates(void* unused) {
  int one = 7;
  __atomic_compare_exchange_n(&x, &one, 3, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);  // finding
  return unused;
}

static void* reads_and_writes(void* unused) {
  __VERIFIER_atomic_begin();
  y = x;
  x = 1;  // finding
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, updates, 0);
  pthread_create(&threads[1], 0, reads_and_writes, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
