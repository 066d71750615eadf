// selvage-live: bug
// shows: the look before the exchange is no atomic one, and races with the unlock
// finding: data-race
#include <pthread.h>
#include <stdatomic.h>

static int locked;

static void* enters(void* unused) {
  do {
    while (locked) continue;                                  // finding
  } while (__atomic_exchange_n(&locked, 1, __ATOMIC_ACQUIRE));  // finding
  __atomic_store_n(&locked, 0, __ATOMIC_RELEASE);             // finding
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enters, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
