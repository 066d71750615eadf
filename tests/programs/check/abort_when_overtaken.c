// selvage-check: bug
// shows: abort in one of two orders
// finding: abort
// executions: 2
// strategies: source, classic, dfs
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int stage;

static void* advances(void* unused) {
  atomic_store(&stage, 1);
  return unused;
}

static void* expects(void* unused) {
  if (atomic_load(&stage) == 0) abort();  // finding
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, advances, NULL);
  pthread_create(&second, NULL, expects, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
