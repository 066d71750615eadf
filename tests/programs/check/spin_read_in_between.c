// selvage-check: bug
// shows: a thread that waits for ever competes with the write that made it wait, not with the reads behind that
// finding: livelock
// executions: 2
// strategies: source, classic, dfs
#include <pthread.h>
#include <stdatomic.h>

static atomic_int level;

static void* sets(void* unused) {
  atomic_store(&level, 2);
  (void)atomic_load(&level);
  (void)atomic_load(&level);
  return unused;
}

static void* waits(void* unused) {
  while (atomic_exchange(&level, 2) == 2) continue;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, sets, NULL);
  pthread_create(&second, NULL, waits, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
