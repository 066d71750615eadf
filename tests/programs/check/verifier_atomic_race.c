// selvage-check: bug
// shows: an atomic block does not help against a thread that stays outside
// finding: data-race
// executions: 2
// strategies: source, dfs
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int shared;

static void* inside(void* unused) {
  __VERIFIER_atomic_begin();
  shared++;  // finding
  __VERIFIER_atomic_end();
  return unused;
}

static void* outside(void* unused) {
  shared = 5;  // finding
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, inside, NULL);
  pthread_create(&second, NULL, outside, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
