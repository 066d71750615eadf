// selvage-test: mutexes of different kinds come and go on the same stack memory by static initialisers alone
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

__attribute__((noinline)) static int relock(const pthread_mutex_t* initialiser) {
  pthread_mutex_t lock = *initialiser;
  assert(pthread_mutex_lock(&lock) == 0);
  int result = pthread_mutex_trylock(&lock);
  if (result == 0) assert(pthread_mutex_unlock(&lock) == 0);
  assert(pthread_mutex_unlock(&lock) == 0);
  return result;
}

static void* worker(void* unused) {
  static const pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
  static const pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  for (int i = 0; i < 2; i++) {
    assert(relock(&normal) == EBUSY);
    assert(relock(&recursive) == 0);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
