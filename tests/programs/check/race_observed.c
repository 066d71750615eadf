// selvage-check: bug
// shows: two writes to the same variable, both enabled at once
// finding: data-race
// strength: observed
// executions: 2
// strategies: source, classic, dfs
#include <pthread.h>

static int shared;

static void* writes_one(void* unused) {
  shared = 1;  // finding
  return unused;
}

static void* writes_two(void* unused) {
  shared = 2;  // finding
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, writes_one, NULL);
  pthread_create(&second, NULL, writes_two, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return shared == 0;
}
