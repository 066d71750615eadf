// selvage-check: bug
// shows: an atomic store and a plain load of the same variable
// finding: data-race
// executions: 2
// strategies: source, classic, dfs
#include <pthread.h>

static int shared;

static void* stores(void* unused) {
  __atomic_store_n(&shared, 1, __ATOMIC_SEQ_CST);  // finding
  return unused;
}

static void* loads(void* unused) {
  return shared ? unused : NULL;  // finding
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, stores, NULL);
  pthread_create(&second, NULL, loads, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
