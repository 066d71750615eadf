// selvage-live: verified
// shows: Peterson's lock for two threads
// loops: 1
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
  atomic_store(&turn, (int)other);
  while (atomic_load(&wants[other]) && atomic_load(&turn) == other) continue;
  counter++;
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
