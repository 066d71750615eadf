// selvage-live: verified
// shows: the first thread initialises, the others spin until it is done
// loops: 1
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kUntouched, kBegun, kDone };
static atomic_int state;
static int value;

static void* uses(void* unused) {
  int expected = kUntouched;
  if (atomic_compare_exchange_strong(&state, &expected, kBegun)) {
    value = 7;
    atomic_store(&state, kDone);
  } else {
    while (atomic_load(&state) != kDone) continue;
  }
  assert(value == 7);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, uses, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
