// shows: mutual exclusion and freedom from starvation of Peterson's lock
// atom: wants0: wants[0]
// atom: inside0: inside[0]
// atom: inside1: inside[1]
// strategy: states
// model: peterson.pml
// holds: G !(inside0 && inside1)
// holds weakly: G (wants0 -> F inside0)
// holds: G (wants0 -> F inside0)
// fails: F G !inside0
// with -DWRONG fails: G !(inside0 && inside1)
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

_Atomic int flag[2], turn, wants[2], inside[2];

static void* run(void* number) {
  int me = (int)(intptr_t)number, other = 1 - me;
  for (;;) {
    atomic_store(&wants[me], 1);
    atomic_store(&flag[me], 1);
#ifndef WRONG
    atomic_store(&turn, other);
#endif
    while (atomic_load(&flag[other]) && atomic_load(&turn) == other) continue;
    atomic_store(&inside[me], 1);
    atomic_store(&wants[me], 0);
    atomic_store(&inside[me], 0);
    atomic_store(&flag[me], 0);
  }
  return 0;
}

int main(int argc, char** argv) {
  pthread_t threads[2];
  (void)argv;
  atomic_store(&turn, argc - 1);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, run, (void*)(intptr_t)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
