// selvage-test: a mutex freed while locked does not stay locked for a new object at the same address
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void* worker(void* unused) {
  for (int round = 0; round < 8; round++) {
    pthread_mutex_t* lock = malloc(sizeof *lock);
    assert(pthread_mutex_init(lock, NULL) == 0);
    assert(pthread_mutex_trylock(lock) == 0);
    free(lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
