// selvage-test: a wait with a recursive mutex held once gives it up and takes it back once
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static int ready;

static void* waiter(void* unused) {
  assert(pthread_mutex_lock(&lock) == 0);
  while (!ready) assert(pthread_cond_wait(&wake, &lock) == 0);
  assert(pthread_mutex_unlock(&lock) == 0);
  assert(pthread_mutex_unlock(&lock) == EPERM);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, waiter, NULL) == 0);
  assert(pthread_mutex_lock(&lock) == 0);
  assert(pthread_mutex_lock(&lock) == 0);
  ready = 1;
  pthread_cond_signal(&wake);
  assert(pthread_mutex_unlock(&lock) == 0);
  assert(pthread_mutex_unlock(&lock) == 0);
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
