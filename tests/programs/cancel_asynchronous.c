// selvage-test: an asynchronously cancellable thread is cancelled in a loop without cancellation points
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static volatile unsigned long counter;

static void* computes(void* unused) {
  int old_type;
  assert(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old_type) == 0);
  assert(old_type == PTHREAD_CANCEL_DEFERRED);
  sem_post(&ready);
  for (;;) counter++;
  return unused;
}

int main(void) {
  pthread_t thread;
  void* result;
  sem_init(&ready, 0, 0);
  pthread_create(&thread, NULL, computes, NULL);
  sem_wait(&ready);
  assert(pthread_cancel(thread) == 0);
  assert(pthread_join(thread, &result) == 0);
  assert(result == PTHREAD_CANCELED);
  return 0;
}
