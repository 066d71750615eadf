// selvage-live: bug
// shows: the initialisation fails and says so to nobody: the other thread spins for ever
// finding: livelock
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { kUntouched, kBegun, kDone };
static atomic_int state, broken = 1;

static void* uses(void* unused) {
  int expected = kUntouched;
  if (atomic_compare_exchange_strong(&state, &expected, kBegun)) {
    if (atomic_load(&broken)) return unused;
    atomic_store(&state, kDone);
  } else {
    while (atomic_load(&state) != kDone) sched_yield();
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, uses, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
