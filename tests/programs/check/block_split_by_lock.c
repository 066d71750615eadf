// selvage-check: bug
// shows: an atomic block that waits for a lock is split: others see its beginning while the lock's holder is done but for the unlock
// finding: assertion
// strategies: source, classic, dfs
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int begun, ended, found, between;

static void* holds(void* unused) {
  pthread_mutex_lock(&mutex);
  found = begun;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* waits(void* unused) {
  __VERIFIER_atomic_begin();
  begun = 1;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  ended = 1;
  __VERIFIER_atomic_end();
  return unused;
}

static void* looks(void* unused) {
  between = begun && !ended;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  found = 2;
  pthread_create(&threads[0], 0, holds, 0);
  pthread_create(&threads[1], 0, waits, 0);
  pthread_create(&threads[2], 0, looks, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(!(between && found == 0));  // finding
  return 0;
}
