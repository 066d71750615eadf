// selvage-test: a deferred cancellation takes effect at the next cancellation point, and not before it
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static sem_t cancelled, ready;
static int before, after;

static void* worker(void* unused) {
  int old_state;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old_state);
  assert(old_state == PTHREAD_CANCEL_ENABLE);
  sem_post(&ready);
  sem_wait(&cancelled);
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
  before = 1;  // enabled and pending, but this is no cancellation point
  before = 2;
  pthread_testcancel();
  after = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  void* result;
  sem_init(&cancelled, 0, 0);
  sem_init(&ready, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  sem_wait(&ready);
  assert(pthread_cancel(thread) == 0);
  sem_post(&cancelled);
  assert(pthread_join(thread, &result) == 0);
  assert(result == PTHREAD_CANCELED);
  assert(before == 2 && after == 0);
  return 0;
}
