// selvage-test: a thread that disables cancellation finishes normally, blocking calls included
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static sem_t disabled, requested;

static void* worker(void* unused) {
  (void)unused;
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL) == 0);
  sem_post(&disabled);
  assert(sem_wait(&requested) == 0);
  pthread_testcancel();
  usleep(1);
  return (void*)3;
}

int main(void) {
  pthread_t thread;
  void* result;
  sem_init(&disabled, 0, 0);
  sem_init(&requested, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  sem_wait(&disabled);
  assert(pthread_cancel(thread) == 0);
  sem_post(&requested);
  assert(pthread_join(thread, &result) == 0);
  assert(result == (void*)3);
  return 0;
}
