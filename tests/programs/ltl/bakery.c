// shows: mutual exclusion and freedom from starvation of Lamport's bakery; without the doors, two may hold the same number
// atom: wants0: wants[0]
// atom: inside0: inside[0]
// atom: inside1: inside[1]
// strategy: states
// model: bakery.pml
// holds: G !(inside0 && inside1)
// holds weakly: G (wants0 -> F inside0)
// with -DWRONG fails: G !(inside0 && inside1)
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define ROUNDS 2  // numbers grow as long as the bakery is never empty, and states with them

_Atomic int choosing[2], number[2], wants[2], inside[2];

static void* run(void* argument) {
  int me = (int)(intptr_t)argument, other = 1 - me;
  for (int round = 0; round < ROUNDS; round++) {
    atomic_store(&wants[me], 1);
#ifndef WRONG
    atomic_store(&choosing[me], 1);
#endif
    int mine = atomic_load(&number[other]) + 1;
    atomic_store(&number[me], mine);
    atomic_store(&choosing[me], 0);
    while (atomic_load(&choosing[other])) continue;
    for (;;) {
      int theirs = atomic_load(&number[other]);
      if (theirs == 0 || theirs > mine || (theirs == mine && other > me)) break;
    }
    atomic_store(&inside[me], 1);
    atomic_store(&wants[me], 0);
    atomic_store(&inside[me], 0);
    atomic_store(&number[me], 0);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, run, (void*)(intptr_t)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
