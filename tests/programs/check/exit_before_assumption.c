// selvage-check: bug
// shows: the program can end with status 1 before another thread comes to an assumption that does not hold
// finding: exit-status
// strategies: source, classic, dfs
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int);

static atomic_int x, y, z;

static void* sets(void* unused) {
  z = 1;
  return unused;
}

static void* assumes(void* unused) {
  if (!z) return unused;
  x = 1;
  y = 1;
  __VERIFIER_assume(0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, assumes, 0);
  pthread_create(&threads[1], 0, sets, 0);
  return x;  // finding
}
