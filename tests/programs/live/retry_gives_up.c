// selvage-live: bug
// shows: the third failed attempt at a lock is an error that a search must not pass over by waiting for the lock
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;

static void* tries(void* unused) {
  int attempts = 0;
  while (atomic_exchange(&locked, 1)) {
    attempts++;
    assert(attempts < 3);  // finding
  }
  atomic_store(&locked, 0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, tries, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
