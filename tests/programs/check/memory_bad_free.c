// selvage-check: bug
// shows: what was allocated is moved on before it is freed, in one of two orders
// finding: bad-free
// executions: 2
// strategies: source, classic, dfs
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(char*) cursor;

static void* advances(void* unused) {
  atomic_fetch_add(&cursor, 8);
  return unused;
}

int main(void) {
  pthread_t thread;
  char* block = malloc(16);
  atomic_store(&cursor, block);
  pthread_create(&thread, NULL, advances, NULL);
  free(atomic_load(&cursor));  // finding
  pthread_join(thread, NULL);
  return 0;
}
