// selvage-check: bug
// shows: what the neighbour writes is read without the barrier between them
// finding: data-race
#include <pthread.h>
#include <stdint.h>

static pthread_barrier_t barrier;
static int part[2];

static void* works(void* argument) {
  intptr_t own = (intptr_t)argument;
  pthread_barrier_wait(&barrier);
  part[own] = 1;                         // finding
  return part[1 - own] ? argument : NULL;  // finding
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&barrier, NULL, 2);
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, works, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
