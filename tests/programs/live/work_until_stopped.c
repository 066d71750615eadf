// selvage-live: verified
// shows: a thread that does something in every round until it is stopped: no wait, and no round that changes anything
// unfair: depth
#include <pthread.h>
#include <stdatomic.h>

static atomic_int beat, stop;

static void* works(void* unused) {
  while (!atomic_load(&stop)) atomic_store(&beat, 1);
  return unused;
}

static void* stops(void* unused) {
  atomic_store(&stop, 1);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, works, NULL);
  pthread_create(&second, NULL, stops, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
