// selvage-test: waiting gives the mutex up, so the signaller can hold it; the waiter returns only when it is free
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock;
static pthread_cond_t wake;
static bool waiting, ready, signaller_inside;

static void* waiter(void* unused) {
  assert(pthread_mutex_lock(&lock) == 0);
  waiting = true;
  while (!ready) assert(pthread_cond_wait(&wake, &lock) == 0);
  assert(!signaller_inside);
  assert(pthread_mutex_lock(&lock) == EDEADLK);  // it holds the mutex again
  assert(pthread_mutex_unlock(&lock) == 0);
  return unused;
}

int main(void) {
  pthread_mutexattr_t checked;
  pthread_t thread;
  pthread_mutexattr_init(&checked);
  pthread_mutexattr_settype(&checked, PTHREAD_MUTEX_ERRORCHECK);
  assert(pthread_mutex_init(&lock, &checked) == 0);
  assert(pthread_cond_init(&wake, NULL) == 0);
  assert(pthread_create(&thread, NULL, waiter, NULL) == 0);
  assert(pthread_mutex_lock(&lock) == 0);
  signaller_inside = true;
  ready = true;
  assert(pthread_cond_signal(&wake) == 0);
  assert(pthread_mutex_trylock(&lock) == EBUSY);
  signaller_inside = false;
  assert(pthread_mutex_unlock(&lock) == 0);
  assert(pthread_join(thread, NULL) == 0);
  assert(waiting);
  assert(pthread_cond_destroy(&wake) == 0);
  assert(pthread_mutex_destroy(&lock) == 0);
  return 0;
}
