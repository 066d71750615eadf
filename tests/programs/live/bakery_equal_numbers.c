// selvage-live: bug
// shows: Lamport's bakery where equal numbers are not decided by the index: both give way to each other for ever
// finding: livelock
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int choosing[2], number[2];

static void* enters(void* argument) {
  intptr_t own = (intptr_t)argument, other = 1 - own;
  atomic_store(&choosing[own], 1);
  int mine = atomic_load(&number[other]) + 1;
  atomic_store(&number[own], mine);
  atomic_store(&choosing[own], 0);
  while (atomic_load(&choosing[other])) continue;
  int theirs;
  do {
    theirs = atomic_load(&number[other]);
  } while (theirs != 0 && theirs <= mine);
  atomic_store(&number[own], 0);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enters, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
