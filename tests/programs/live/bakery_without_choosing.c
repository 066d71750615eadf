// selvage-live: bug
// shows: Lamport's bakery without the sign that a thread is choosing: two come in with the same number
// finding: assertion
// Both see no number; the second takes 1 and enters, for the first has none yet; then the first takes 1 too, and comes
// before the second because its own index is smaller.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int number[2], inside;

static void* enters(void* argument) {
  intptr_t own = (intptr_t)argument, other = 1 - own;
  int mine = atomic_load(&number[other]) + 1;
  atomic_store(&number[own], mine);
  int theirs;
  do {
    theirs = atomic_load(&number[other]);
  } while (theirs != 0 && (theirs < mine || (theirs == mine && other < own)));
  assert(atomic_fetch_add(&inside, 1) == 0);  // finding
  atomic_fetch_sub(&inside, 1);
  atomic_store(&number[own], 0);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enters, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
