// selvage-live: verified
// shows: a thread goes round three states until it is stopped; fairness alone ends this, nobody waits
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int beat, stop;

static void* beats(void* unused) {
  while (!atomic_load(&stop)) atomic_store(&beat, (atomic_load(&beat) + 1) % 3);
  return unused;
}

static void* stops(void* unused) {
  assert(atomic_load(&beat) < 3);
  atomic_store(&stop, 1);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, beats, NULL);
  pthread_create(&second, NULL, stops, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
