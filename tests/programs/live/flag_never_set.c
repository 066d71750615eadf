// selvage-live: bug
// shows: a thread waits for a flag that nobody sets
// finding: livelock
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, done;

static void* works(void* unused) {
  atomic_store(&done, 1);
  return unused;
}

static void* waits(void* unused) {
  while (!atomic_load(&ready)) continue;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, works, NULL);
  pthread_create(&second, NULL, waits, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
