// selvage-test: the static initialisers for recursive, error-checking and adaptive mutexes give those kinds
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static int inside;

static void* worker(void* unused) {
  assert(pthread_mutex_lock(&recursive) == 0);
  assert(pthread_mutex_lock(&recursive) == 0);
  assert(++inside == 1);
  inside--;
  assert(pthread_mutex_unlock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == 0);

  assert(pthread_mutex_lock(&checked) == 0);
  assert(pthread_mutex_lock(&checked) == EDEADLK);
  assert(pthread_mutex_unlock(&checked) == 0);
  assert(pthread_mutex_unlock(&checked) == EPERM);

  assert(pthread_mutex_lock(&adaptive) == 0);
  assert(pthread_mutex_trylock(&adaptive) == EBUSY);
  assert(pthread_mutex_unlock(&adaptive) == 0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
