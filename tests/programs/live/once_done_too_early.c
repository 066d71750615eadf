// selvage-live: bug
// shows: the initialisation is announced before it is done
// finding: data-race
#include <pthread.h>
#include <stdatomic.h>

enum { kUntouched, kBegun, kDone };
static atomic_int state;
static int value;

static void* uses(void* unused) {
  int expected = kUntouched;
  if (atomic_compare_exchange_strong(&state, &expected, kBegun)) {
    atomic_store(&state, kDone);
    value = 7;  // finding
  } else {
    while (atomic_load(&state) != kDone) continue;
  }
  return value == 7 ? unused : NULL;  // finding
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, uses, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
