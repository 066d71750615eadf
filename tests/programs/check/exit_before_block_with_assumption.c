// selvage-check: bug
// shows: the program can end with status 1 before an atomic block whose assumption ends the whole execution
// finding: exit-status
// strategies: source, classic, dfs
#include <pthread.h>

extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int x;

static void* assumes(void* unused) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(x == 5);
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, assumes, 0);
  return 1;  // finding
}
