// shows: a ticket lock lets everybody in, in turn, whatever the scheduler does
// atom: wants0: wants[0]
// atom: inside0: inside[0]
// atom: inside1: inside[1]
// strategy: states
// model: ticket.pml
// holds: G !(inside0 && inside1)
// holds weakly: G (wants0 -> F inside0)
// with -DWRONG fails: G !(inside0 && inside1)
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

_Atomic unsigned char next_ticket, served;
_Atomic int wants[2], inside[2];

static unsigned char take(void) {
#ifdef WRONG
  unsigned char mine = atomic_load(&next_ticket);
  atomic_store(&next_ticket, (mine + 1) & 1);
  return mine;
#else
  return atomic_fetch_xor(&next_ticket, 1);  // two threads: two tickets are enough
#endif
}

static void* run(void* number) {
  int me = (int)(intptr_t)number;
  for (;;) {
    unsigned char mine = take();
    atomic_store(&wants[me], 1);
    while (atomic_load(&served) != mine) continue;
    atomic_store(&inside[me], 1);
    atomic_store(&wants[me], 0);
    atomic_store(&inside[me], 0);
    atomic_fetch_xor(&served, 1);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, run, (void*)(intptr_t)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
