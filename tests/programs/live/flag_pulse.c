// selvage-live: bug
// shows: a flag that is set and cleared again: a thread that looks too late waits for ever
// finding: livelock
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void* sets(void* unused) {
  atomic_store(&ready, 1);
  atomic_store(&ready, 0);
  return unused;
}

static void* waits(void* unused) {
  while (!atomic_load(&ready)) continue;
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
