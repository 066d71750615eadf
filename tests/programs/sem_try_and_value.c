// selvage-test: sem_trywait fails with EAGAIN at zero; sem_getvalue tells the count
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t empty, two;

static void* tries(void* unused) {
  int value = -1;
  errno = 0;
  assert(sem_trywait(&empty) == -1 && errno == EAGAIN);
  assert(sem_getvalue(&empty, &value) == 0 && value == 0);
  assert(sem_trywait(&two) == 0);
  assert(sem_getvalue(&two, &value) == 0 && value == 1);
  assert(sem_trywait(&two) == 0);
  errno = 0;
  assert(sem_trywait(&two) == -1 && errno == EAGAIN);
  assert(sem_post(&two) == 0);
  assert(sem_wait(&two) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&empty, 0, 0);
  sem_init(&two, 0, 2);
  pthread_create(&thread, NULL, tries, NULL);
  pthread_join(thread, NULL);
  return 0;
}
