// selvage-live: verified
// shows: a spinning barrier that reverses its sense, used twice
// loops: 1
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int missing = 2, sense;
static int phase[2];

static void await_all(int* own_sense) {
  *own_sense = !*own_sense;
  if (atomic_fetch_sub(&missing, 1) == 1) {
    atomic_store(&missing, 2);
    atomic_store(&sense, *own_sense);
  } else {
    while (atomic_load(&sense) != *own_sense) continue;
  }
}

static void* works(void* argument) {
  intptr_t own = (intptr_t)argument, other = 1 - own;
  int own_sense = 0;
  phase[own] = 1;
  await_all(&own_sense);
  assert(phase[other] == 1);
  await_all(&own_sense);
  phase[own] = 2;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, works, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
