// selvage-test: a robust mutex unlocked without being made consistent is lost for everybody: ENOTRECOVERABLE
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void* dies_with_lock(void* unused) {
  assert(pthread_mutex_lock(&lock) == 0);
  return unused;
}

static void* too_late(void* unused) {
  assert(pthread_mutex_lock(&lock) == ENOTRECOVERABLE);
  return unused;
}

int main(void) {
  pthread_mutexattr_t robust;
  pthread_t thread, others[2];
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&lock, &robust);
  assert(pthread_create(&thread, NULL, dies_with_lock, NULL) == 0);
  assert(pthread_join(thread, NULL) == 0);
  assert(pthread_mutex_trylock(&lock) == EOWNERDEAD);
  assert(pthread_mutex_unlock(&lock) == 0);
  for (int i = 0; i < 2; i++) pthread_create(&others[i], NULL, too_late, NULL);
  for (int i = 0; i < 2; i++) pthread_join(others[i], NULL);
  assert(pthread_mutex_trylock(&lock) == ENOTRECOVERABLE);
  assert(pthread_mutex_destroy(&lock) == 0);
  return 0;
}
