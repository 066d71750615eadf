// selvage-test: a thread that waits for a robust mutex is woken with EOWNERDEAD when the owner ends
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock;
static sem_t locked;

static void* dies_with_lock(void* unused) {
  assert(pthread_mutex_lock(&lock) == 0);
  sem_post(&locked);
  return unused;
}

int main(void) {
  pthread_mutexattr_t robust;
  pthread_t thread;
  sem_init(&locked, 0, 0);
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&lock, &robust);
  assert(pthread_create(&thread, NULL, dies_with_lock, NULL) == 0);
  sem_wait(&locked);
  assert(pthread_mutex_lock(&lock) == EOWNERDEAD);
  assert(pthread_mutex_consistent(&lock) == 0);
  assert(pthread_mutex_unlock(&lock) == 0);
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
