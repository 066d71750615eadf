// selvage-test: the serial thread may destroy and free the barrier at once; the others still get out
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void* worker(void* argument) {
  pthread_barrier_t* barrier = argument;
  if (pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
    assert(pthread_barrier_destroy(barrier) == 0);
    free(barrier);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  pthread_barrier_t* barrier = malloc(sizeof *barrier);
  assert(pthread_barrier_init(barrier, NULL, 3) == 0);
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, barrier);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
