// selvage-check: bug
// shows: a pointer is followed before it has been published
// finding: crash
// executions: 2
// strategies: source, classic, dfs
#include <pthread.h>
#include <stdatomic.h>

static int value = 1;
static _Atomic(int*) published;

static void* publishes(void* unused) {
  atomic_store(&published, &value);
  return unused;
}

static void* follows(void* unused) {
  int* pointer = atomic_load(&published);
  (void)*(volatile int*)pointer;  // finding
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, publishes, NULL);
  pthread_create(&second, NULL, follows, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
