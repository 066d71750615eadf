// selvage-test: a recursive mutex is free for others only after as many unlocks as locks; one more gives EPERM
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int depth;

static void* worker(void* unused) {
  for (int i = 0; i < 3; i++) {
    assert(pthread_mutex_lock(&lock) == 0);
    assert(depth == i);
    depth++;
  }
  assert(pthread_mutex_trylock(&lock) == 0);
  assert(pthread_mutex_unlock(&lock) == 0);
  for (int i = 2; i >= 0; i--) {
    depth--;
    assert(depth == i);
    assert(pthread_mutex_unlock(&lock) == 0);
  }
  return unused;
}

int main(void) {
  pthread_mutexattr_t recursive;
  pthread_t threads[2];
  pthread_mutexattr_init(&recursive);
  assert(pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE) == 0);
  assert(pthread_mutex_init(&lock, &recursive) == 0);
  pthread_mutexattr_destroy(&recursive);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(pthread_mutex_unlock(&lock) == EPERM);
  assert(pthread_mutex_destroy(&lock) == 0);
  return 0;
}
