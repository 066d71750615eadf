// selvage-live: bug
// shows: a thread waits for a value that only some of the updates before it lead to: any part of them may come first
// finding: assertion, livelock
// strategies: source, classic, dfs
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, waited, met;

static void* count(void* unused) {
  met = atomic_fetch_add(&x, 1) == 1;
  return unused;
}

static void* wait(void* unused) {
  while (atomic_load(&x) != 1) continue;
  waited = 1;
  return unused;
}

static void* set_and_count(void* unused) {
  atomic_store(&x, 1);
  atomic_fetch_add(&x, 1);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, count, 0);
  pthread_create(&threads[1], 0, wait, 0);
  pthread_create(&threads[2], 0, set_and_count, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(!(waited && met));  // finding
  return 0;
}
