// selvage-test: joining or detaching a detached thread that still runs gives EINVAL and does not block
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t release, finished;

static void* worker(void* unused) {
  sem_wait(&release);
  sem_post(&finished);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&release, 0, 0);
  sem_init(&finished, 0, 0);
  assert(pthread_create(&thread, NULL, worker, NULL) == 0);
  assert(pthread_detach(thread) == 0);
  assert(pthread_join(thread, NULL) == EINVAL);
  assert(pthread_detach(thread) == EINVAL);
  sem_post(&release);
  sem_wait(&finished);
  return 0;
}
