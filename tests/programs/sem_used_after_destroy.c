// selvage-test: waiting on a destroyed semaphore is misuse
// expect: misuse
// plain-exit: skip
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void* worker(void* unused) {
  sem_wait(&semaphore);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 1);
  sem_destroy(&semaphore);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
