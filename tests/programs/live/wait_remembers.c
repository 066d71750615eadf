// selvage-live: bug
// shows: what a failed round read is used after the loop, so failed rounds must not be left out
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value, ready;

static void* writes(void* unused) {
  atomic_store(&value, 1);
  atomic_store(&value, 2);
  atomic_store(&ready, 1);
  return unused;
}

static void* waits(void* unused) {
  int seen = 0;
  while (!atomic_load(&ready)) seen = atomic_load(&value);
  assert(seen != 1);  // finding
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
