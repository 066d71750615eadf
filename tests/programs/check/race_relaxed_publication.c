// selvage-check: bug
// shows: data handed over by a relaxed flag: never both enabled at once, yet nothing orders them
// finding: data-race
// strength: happens-before
// executions: 2
// strategies: source, classic, dfs
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void* sends(void* unused) {
  data = 1;  // finding
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return unused;
}

static void* receives(void* unused) {
  if (atomic_load_explicit(&flag, memory_order_relaxed)) return data ? unused : NULL;  // finding
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, sends, NULL);
  pthread_create(&second, NULL, receives, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
