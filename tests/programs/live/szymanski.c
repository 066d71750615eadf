// selvage-live: verified
// shows: Szymanski's lock: a waiting room whose door is closed by the last one in
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { kOutside, kWants, kWaits, kInDoor, kClosed };
static atomic_int state[2];
static int counter;

static void* enters(void* argument) {
  intptr_t own = (intptr_t)argument, other = 1 - own;
  atomic_store(&state[own], kWants);
  while (atomic_load(&state[other]) >= kInDoor) continue;
  atomic_store(&state[own], kInDoor);
  if (atomic_load(&state[other]) == kWants) {
    atomic_store(&state[own], kWaits);
    while (atomic_load(&state[other]) != kClosed) continue;
  }
  atomic_store(&state[own], kClosed);
  if (own == 1) {
    while (atomic_load(&state[other]) >= kWaits) continue;
  }
  counter++;
  if (own == 0) {
    int seen;
    do {
      seen = atomic_load(&state[other]);
    } while (seen == kWaits || seen == kInDoor);
  }
  atomic_store(&state[own], kOutside);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enters, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 2);
  return 0;
}
