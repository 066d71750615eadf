// selvage-check: bug
// shows: where locking is no scheduling point, a step that waits for a lock ends there: others see its beginning before the holder goes on
// check-options: --points minimal
// finding: assertion
// strategies: source, classic, dfs
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int begun, ended, found, between;

static void* holds(void* unused) {
  pthread_mutex_lock(&mutex);
  sched_yield();
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* waits(void* unused) {
  begun = 1;
  pthread_mutex_lock(&mutex);
  ended = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* looks(void* unused) {
  between = begun && !ended;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, holds, 0);
  pthread_create(&threads[1], 0, waits, 0);
  pthread_create(&threads[2], 0, looks, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(!between);  // finding
  return 0;
}
