// selvage-live: bug
// shows: between the look that finds the lock free and the exchange it is closed for good, and the exchange opens it again
// finding: assertion, livelock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { FREE, TAKEN, CLOSED };

static atomic_int state;

static void* takes(void* unused) {
  for (;;) {  // finding
    int seen = atomic_load(&state);  // finding
    if (seen == CLOSED) return unused;
    if (seen == FREE && atomic_exchange(&state, TAKEN) == FREE) break;
  }
  atomic_store(&state, FREE);
  return unused;
}

static void* closes(void* unused) {
  int expected = FREE;
  if (atomic_compare_exchange_strong(&state, &expected, CLOSED)) assert(atomic_load(&state) == CLOSED);  // finding
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, takes, NULL);
  pthread_create(&threads[1], NULL, closes, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
