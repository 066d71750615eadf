// selvage-test: pthread_mutex_lock is no cancellation point: a cancelled thread still gets the mutex
// expect: completed
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int reached;

static void* locks(void* unused) {
  pthread_mutex_lock(&lock);
  reached = 1;
  pthread_mutex_unlock(&lock);
  pthread_testcancel();
  assert(!"the cancellation was lost");
  return unused;
}

int main(void) {
  pthread_t thread;
  void* result;
  pthread_mutex_lock(&lock);
  pthread_create(&thread, NULL, locks, NULL);
  assert(pthread_cancel(thread) == 0);
  pthread_mutex_unlock(&lock);
  assert(pthread_join(thread, &result) == 0 && result == PTHREAD_CANCELED);
  assert(reached == 1);
  return 0;
}
