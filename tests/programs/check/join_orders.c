// selvage-check: verified
// shows: creation and join order plain accesses; nothing runs beside them
// executions: 1
// strategies: source, classic, dfs
#include <assert.h>
#include <pthread.h>

static int number;

static void* increments(void* unused) {
  number++;
  return unused;
}

int main(void) {
  pthread_t thread;
  number = 1;
  for (int i = 0; i < 2; i++) {
    pthread_create(&thread, NULL, increments, NULL);
    pthread_join(thread, NULL);
  }
  assert(number == 3);
  return 0;
}
