// selvage-test: pthread_tryjoin_np gives EBUSY while the thread lives and its result afterwards
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

static sem_t release;

static void* worker(void* unused) {
  (void)unused;
  sem_wait(&release);
  return (void*)7;
}

int main(void) {
  pthread_t thread;
  void* result = NULL;
  sem_init(&release, 0, 0);
  assert(pthread_create(&thread, NULL, worker, NULL) == 0);
  assert(pthread_tryjoin_np(thread, &result) == EBUSY);
  sched_yield();
  assert(pthread_tryjoin_np(thread, &result) == EBUSY);
  assert(result == NULL);
  sem_post(&release);
  int error = pthread_tryjoin_np(thread, &result);
  assert(error == 0 || error == EBUSY);
  if (error == EBUSY) assert(pthread_join(thread, &result) == 0);
  assert(result == (void*)7);
  return 0;
}
