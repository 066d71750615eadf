// selvage-test: two threads wait for each other by going round loops, in some schedules for ever
// expect: completed, livelock
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int locked[2];

static void* takes_both(void* argument) {
  intptr_t own = (intptr_t)argument;
  while (atomic_exchange(&locked[own], 1)) continue;
  while (atomic_exchange(&locked[1 - own], 1)) continue;
  atomic_store(&locked[own], 0);
  atomic_store(&locked[1 - own], 0);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, takes_both, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
