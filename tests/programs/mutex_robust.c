// selvage-test: a robust mutex of a dead owner gives EOWNERDEAD once, and after pthread_mutex_consistent works on
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void* dies_with_lock(void* unused) {
  assert(pthread_mutex_lock(&lock) == 0);
  return unused;
}

static void* second_owner(void* unused) {
  assert(pthread_mutex_lock(&lock) == 0);
  assert(pthread_mutex_unlock(&lock) == 0);
  return unused;
}

int main(void) {
  pthread_mutexattr_t robust;
  pthread_t thread;
  pthread_mutexattr_init(&robust);
  assert(pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST) == 0);
  assert(pthread_mutex_init(&lock, &robust) == 0);
  assert(pthread_create(&thread, NULL, dies_with_lock, NULL) == 0);
  assert(pthread_join(thread, NULL) == 0);
  assert(pthread_mutex_lock(&lock) == EOWNERDEAD);
  assert(pthread_mutex_consistent(&lock) == 0);
  assert(pthread_create(&thread, NULL, second_owner, NULL) == 0);
  assert(pthread_mutex_unlock(&lock) == 0);
  assert(pthread_join(thread, NULL) == 0);
  assert(pthread_mutex_lock(&lock) == 0);
  assert(pthread_mutex_consistent(&lock) == EINVAL);
  assert(pthread_mutex_unlock(&lock) == 0);
  return 0;
}
