// selvage-live: bug
// shows: Dekker's lock without the turn: both step back and both come forward again, in step, for ever
// finding: livelock
// rounds: 10
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2];

static void* enters(void* argument) {
  intptr_t own = (intptr_t)argument, other = 1 - own;
  atomic_store(&wants[own], 1);
  while (atomic_load(&wants[other])) {
    atomic_store(&wants[own], 0);
    atomic_store(&wants[own], 1);
  }
  atomic_store(&wants[own], 0);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enters, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
