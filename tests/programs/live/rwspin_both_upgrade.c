// selvage-live: bug
// shows: two readers who both want to become the writer wait for each other to leave
// finding: livelock
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;

static void read_lock(void) {
  for (;;) {
    int seen = atomic_load(&state);
    if (seen >= 0 && atomic_compare_exchange_strong(&state, &seen, seen + 1)) return;
  }
}

static void* upgrades(void* unused) {
  read_lock();
  int seen;
  do {
    seen = 1;
  } while (!atomic_compare_exchange_strong(&state, &seen, -1));
  atomic_store(&state, 0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, upgrades, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
