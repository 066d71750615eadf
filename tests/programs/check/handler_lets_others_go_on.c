// selvage-check: bug
// shows: an exit handler unlocks what a thread waits for, which goes on before the program is gone
// finding: assertion
// strategies: source, classic, dfs
// check-options: --check assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *wait_for_the_end(void *unused) {
  pthread_mutex_lock(&lock);
  assert(0);  // finding
  return unused;
}

static void unlock(void) { pthread_mutex_unlock(&lock); }

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&lock);
  atexit(unlock);
  pthread_create(&thread, 0, wait_for_the_end, 0);
  return 0;
}
