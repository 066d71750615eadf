// selvage-check: bug
// shows: a division by a number that is zero for a moment
// finding: crash
// executions: 3
// strategies: source, classic, dfs
#include <pthread.h>
#include <stdatomic.h>

static atomic_int divisor = 1;

static void* changes(void* unused) {
  atomic_store(&divisor, 0);
  atomic_store(&divisor, 2);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, changes, NULL);
  int number = atomic_load(&divisor);
  int result = 6 / number;  // finding
  pthread_join(thread, NULL);
  return result == 0;
}
