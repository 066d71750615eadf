// shows: a lock that is taken by whoever looks at the right moment: safe, but it may pass a thread by
// atom: wants0: wants[0]
// atom: inside0: inside[0]
// atom: inside1: inside[1]
// strategy: states
// model: test_and_set.pml
// holds: G !(inside0 && inside1)
// fails weakly: G (wants0 -> F inside0)
// holds: G (wants0 -> F inside0)
// with -DWRONG fails: G !(inside0 && inside1)
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

_Atomic int lock, wants[2], inside[2];

static void* run(void* number) {
  int me = (int)(intptr_t)number;
  for (;;) {
    atomic_store(&wants[me], 1);
#ifdef WRONG
    while (atomic_load(&lock)) continue;
    atomic_store(&lock, 1);
#else
    while (atomic_exchange(&lock, 1)) continue;
#endif
    atomic_store(&inside[me], 1);
    atomic_store(&wants[me], 0);
    atomic_store(&inside[me], 0);
    atomic_store(&lock, 0);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, run, (void*)(intptr_t)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
