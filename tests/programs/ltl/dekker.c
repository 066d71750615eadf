// shows: mutual exclusion and freedom from starvation of Dekker's lock; without the turn, both may step aside for ever
// atom: wants0: wants[0]
// atom: inside0: inside[0]
// atom: inside1: inside[1]
// strategy: states
// model: dekker.pml
// holds: G !(inside0 && inside1)
// holds weakly: G (wants0 -> F inside0)
// holds weakly: G F inside1
// with -DWRONG holds: G !(inside0 && inside1)
// with -DWRONG fails weakly: G (wants0 -> F inside0)
// with -DWRONG fails weakly: G F (inside0 || inside1)
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

_Atomic int flag[2], turn, wants[2], inside[2];

static void step_aside(int me) {
  atomic_store(&flag[me], 0);
#ifndef WRONG
  while (atomic_load(&turn) != me) continue;
#endif
  atomic_store(&flag[me], 1);
}

static void* run(void* number) {
  int me = (int)(intptr_t)number, other = 1 - me;
  for (;;) {
    atomic_store(&wants[me], 1);
    atomic_store(&flag[me], 1);
    while (atomic_load(&flag[other])) {
#ifdef WRONG
      step_aside(me);
#else
      if (atomic_load(&turn) == other) step_aside(me);
#endif
    }
    atomic_store(&inside[me], 1);
    atomic_store(&wants[me], 0);
    atomic_store(&inside[me], 0);
    atomic_store(&turn, other);
    atomic_store(&flag[me], 0);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, run, (void*)(intptr_t)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
