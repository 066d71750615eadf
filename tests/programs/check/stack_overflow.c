// selvage-check: bug
// shows: recursion without end in one of two orders
// finding: stack-overflow
// executions: 2
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage;

static int descend(int depth) {
  volatile char frame[4096];
  frame[0] = (char)depth;
  return depth < 0 ? frame[0] : descend(depth + 1) + frame[0];
}

static void* recurses(void* unused) {
  if (atomic_load(&stage) == 0) (void)descend(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, recurses, NULL);
  atomic_store(&stage, 1);
  pthread_join(thread, NULL);
  return 0;
}
