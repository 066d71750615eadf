// selvage-test: cancelling a finished or self-cancelled thread: the result of the finished one stays
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

static sem_t finishing;

static void* finishes(void* unused) {
  (void)unused;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  sem_post(&finishing);
  return (void*)8;
}

static void* cancels_itself(void* unused) {
  assert(pthread_cancel(pthread_self()) == 0);
  pthread_testcancel();
  assert(!"the thread survived its own cancellation");
  return unused;
}

int main(void) {
  pthread_t threads[2];
  void* result;
  sem_init(&finishing, 0, 0);
  pthread_create(&threads[0], NULL, finishes, NULL);
  pthread_create(&threads[1], NULL, cancels_itself, NULL);
  sem_wait(&finishing);
  for (int i = 0; i < 3; i++) sched_yield();
  assert(pthread_cancel(threads[0]) == 0);
  assert(pthread_join(threads[0], &result) == 0 && result == (void*)8);
  assert(pthread_join(threads[1], &result) == 0 && result == PTHREAD_CANCELED);
  return 0;
}
