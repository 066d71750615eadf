// selvage-test: forty detached threads announce themselves through a semaphore
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

enum { kThreads = 40 };

static sem_t finished;
static int visited[kThreads];

static void* worker(void* argument) {
  (*(int*)argument)++;
  sem_post(&finished);
  return NULL;
}

int main(void) {
  pthread_attr_t detached;
  pthread_t thread;
  sem_init(&finished, 0, 0);
  pthread_attr_init(&detached);
  assert(pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED) == 0);
  for (int i = 0; i < kThreads; i++) assert(pthread_create(&thread, &detached, worker, &visited[i]) == 0);
  for (int i = 0; i < kThreads; i++) sem_wait(&finished);
  for (int i = 0; i < kThreads; i++) assert(visited[i] == 1);
  pthread_attr_destroy(&detached);
  return 0;
}
