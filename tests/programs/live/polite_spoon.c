// selvage-live: bug
// shows: two who share a spoon, and hand it over as long as the other is hungry too
// finding: livelock
// rounds: 10
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int hungry[2] = {1, 1}, owner;

static void* eats(void* argument) {
  intptr_t own = (intptr_t)argument, other = 1 - own;
  for (;;) {
    while (atomic_load(&owner) != own) sched_yield();
    if (!atomic_load(&hungry[other])) break;
    atomic_store(&owner, (int)other);
  }
  atomic_store(&hungry[own], 0);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, eats, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
