// selvage-test: destroying a semaphore on which a thread waits is misuse; before it waits, its wait is
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
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  sem_destroy(&semaphore);
  pthread_join(thread, NULL);
  return 0;
}
