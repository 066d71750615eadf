// selvage-check: bug
// shows: the program's end does not stand for the thread that waits until then, when a race with it is reversed
// finding: assertion
// executions: 3
// strategies: source, classic, dfs
// check-options: --check assertion
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *keep(void *unused) {
  pthread_mutex_lock(&lock);
  return unused;
}

static void *fail(void *unused) {
  pthread_mutex_lock(&lock);
  assert(0);  // finding
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, keep, 0);
  pthread_create(&threads[1], 0, fail, 0);
  return 0;
}
