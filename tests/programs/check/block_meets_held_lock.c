// selvage-check: bug
// shows: a try-lock inside an atomic block fails between what another thread does last with the lock and its unlock
// finding: assertion
// strategies: source, classic, dfs
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, failed, found;

static void* looks(void* unused) {
  pthread_mutex_lock(&mutex);
  found = x;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* tries(void* unused) {
  __VERIFIER_atomic_begin();
  x = 1;
  if (pthread_mutex_trylock(&mutex) == 0)
    pthread_mutex_unlock(&mutex);
  else
    failed = 1;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  found = 2;
  pthread_create(&threads[0], 0, looks, 0);
  pthread_create(&threads[1], 0, tries, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  assert(!(failed && found == 0));  // finding
  return 0;
}
