// selvage-test: two threads that each wait for the other's post deadlock
// expect: deadlock
// plain-exit: skip
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphores[2];

static void* waits_then_posts(void* unused) {
  sem_wait(&semaphores[0]);
  sem_post(&semaphores[1]);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphores[0], 0, 0);
  sem_init(&semaphores[1], 0, 0);
  pthread_create(&thread, NULL, waits_then_posts, NULL);
  sem_wait(&semaphores[1]);
  sem_post(&semaphores[0]);
  pthread_join(thread, NULL);
  return 0;
}
