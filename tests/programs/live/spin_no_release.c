// selvage-live: bug
// shows: an early return that forgets to release: whoever comes second spins for ever
// finding: livelock
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;
static int balance = 1;

static void* withdraws(void* unused) {
  while (atomic_exchange(&locked, 1)) continue;
  if (--balance == 0) return unused;
  atomic_store(&locked, 0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, withdraws, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
