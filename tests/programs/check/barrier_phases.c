// selvage-check: verified
// shows: what was written before a barrier may be read by everyone after it
// strategies: source
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_barrier_t barrier;
static int part[2];

static void* works(void* argument) {
  intptr_t own = (intptr_t)argument;
  part[own] = 1;
  pthread_barrier_wait(&barrier);
  assert(part[1 - own] == 1);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&barrier, NULL, 2);
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, works, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
