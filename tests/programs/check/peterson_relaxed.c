// selvage-check: bug
// shows: Peterson's lock with relaxed accesses does not order what it protects
// finding: data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define RELAXED memory_order_relaxed

static atomic_int wants[2], turn;
static int entries;

static void* enters(void* argument) {
  intptr_t own = (intptr_t)argument, other = 1 - own;
  atomic_store_explicit(&wants[own], 1, RELAXED);
  atomic_store_explicit(&turn, (int)other, RELAXED);
  if (!atomic_load_explicit(&wants[other], RELAXED) || atomic_load_explicit(&turn, RELAXED) == own) entries++;  // finding
  atomic_store_explicit(&wants[own], 0, RELAXED);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enters, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
