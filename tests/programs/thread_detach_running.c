// selvage-test: a thread detached by its creator or by itself still does all its work
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t finished;
static int work[2];

static void* detached_by_creator(void* unused) {
  work[0] = 1;
  sem_post(&finished);
  return unused;
}

static void* detaches_itself(void* unused) {
  assert(pthread_detach(pthread_self()) == 0);
  work[1] = 1;
  sem_post(&finished);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&finished, 0, 0);
  assert(pthread_create(&thread, NULL, detached_by_creator, NULL) == 0);
  assert(pthread_detach(thread) == 0);
  assert(pthread_create(&thread, NULL, detaches_itself, NULL) == 0);
  sem_wait(&finished);
  sem_wait(&finished);
  assert(work[0] == 1 && work[1] == 1);
  return 0;
}
