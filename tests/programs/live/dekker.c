// selvage-live: verified
// shows: Dekker's lock: whoever has not the turn steps back until he has it
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], turn;
static int counter;

static void* enters(void* argument) {
  intptr_t own = (intptr_t)argument, other = 1 - own;
  atomic_store(&wants[own], 1);
  while (atomic_load(&wants[other])) {
    if (atomic_load(&turn) == own) continue;
    atomic_store(&wants[own], 0);
    while (atomic_load(&turn) != own) continue;
    atomic_store(&wants[own], 1);
  }
  counter++;
  atomic_store(&turn, (int)other);
  atomic_store(&wants[own], 0);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enters, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 2);
  return 0;
}
