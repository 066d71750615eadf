// selvage-test: a thread that tests for cancellation can be cancelled between its last visible operation and the test
// expect: completed, assertion
// plain-exit: skip
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static int finished;

static void* tests(void* unused) {
  sem_post(&ready);
  pthread_testcancel();
  finished = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  void* result;
  sem_init(&ready, 0, 0);
  pthread_create(&thread, NULL, tests, NULL);
  sem_wait(&ready);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result != PTHREAD_CANCELED);
  assert(finished == 1);
  return 0;
}
