// selvage-live: verified
// shows: one loop that waits for either of two flags, of which one is set
// loops: 1
// unfair: depth
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, cancelled;

static void* sets(void* unused) {
  atomic_store(&cancelled, 1);
  return unused;
}

static void* waits(void* unused) {
  while (!atomic_load(&ready) && !atomic_load(&cancelled)) continue;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, sets, NULL);
  pthread_create(&second, NULL, waits, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
