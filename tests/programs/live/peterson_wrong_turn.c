// selvage-live: bug
// shows: Peterson's lock where each thread gives the turn to itself instead of to the other
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], turn, inside;

static void* enters(void* argument) {
  intptr_t own = (intptr_t)argument, other = 1 - own;
  atomic_store(&wants[own], 1);
  atomic_store(&turn, (int)own);
  while (atomic_load(&wants[other]) && atomic_load(&turn) == other) continue;
  assert(atomic_fetch_add(&inside, 1) == 0);  // finding
  atomic_fetch_sub(&inside, 1);
  atomic_store(&wants[own], 0);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enters, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
