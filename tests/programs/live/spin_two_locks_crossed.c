// selvage-live: bug
// shows: two spinlocks taken in opposite orders: both threads spin for ever
// finding: livelock
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int locked[2];

static void lock(atomic_int* word) {
  while (atomic_exchange(word, 1)) continue;
}

static void* transfers(void* argument) {
  intptr_t own = (intptr_t)argument;
  lock(&locked[own]);
  lock(&locked[1 - own]);
  atomic_store(&locked[1 - own], 0);
  atomic_store(&locked[own], 0);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, transfers, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
