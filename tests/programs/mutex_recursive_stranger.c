// selvage-test: another thread gets EBUSY and EPERM on a recursive mutex that is still held once
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void* stranger(void* unused) {
  assert(pthread_mutex_trylock(&lock) == EBUSY);
  assert(pthread_mutex_unlock(&lock) == EPERM);
  return unused;
}

static void run_stranger(void) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, stranger, NULL) == 0);
  assert(pthread_join(thread, NULL) == 0);
}

int main(void) {
  assert(pthread_mutex_lock(&lock) == 0);
  assert(pthread_mutex_lock(&lock) == 0);
  run_stranger();
  assert(pthread_mutex_unlock(&lock) == 0);
  run_stranger();
  assert(pthread_mutex_unlock(&lock) == 0);
  assert(pthread_mutex_trylock(&lock) == 0);
  assert(pthread_mutex_unlock(&lock) == 0);
  return 0;
}
