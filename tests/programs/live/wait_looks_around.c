// selvage-live: bug
// shows: a failed round of a wait can itself go wrong: it asserts what holds only some of the time
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int broken, ready;

static void* writes(void* unused) {
  atomic_store(&broken, 1);
  atomic_store(&broken, 0);
  atomic_store(&ready, 1);
  return unused;
}

static void* waits(void* unused) {
  while (!atomic_load(&ready)) assert(!atomic_load(&broken));  // finding
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, writes, NULL);
  pthread_create(&second, NULL, waits, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
