// selvage-live: bug
// shows: only the failed rounds of a wait read the message, too early: a data race within them
// finding: data-race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int message;

static void* writes(void* unused) {
  message = 7;  // finding
  atomic_store(&ready, 1);
  return unused;
}

static void* waits(void* unused) {
  int guess = 0;
  while (!atomic_load(&ready)) guess = message;  // finding
  return guess == 7 ? unused : NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, writes, NULL);
  pthread_create(&second, NULL, waits, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
