// STEPS posts and waits, by a thread that produces and one that consumes.
#include <pthread.h>
#include <semaphore.h>
static sem_t full, empty;
static void* produce(void* unused) {
  for (int i = 0; i < STEPS / 4; i++) {
    sem_wait(&empty);
    sem_post(&full);
  }
  return unused;
}
static void* consume(void* unused) {
  for (int i = 0; i < STEPS / 4; i++) {
    sem_wait(&full);
    sem_post(&empty);
  }
  return unused;
}
int main(void) {
  sem_init(&full, 0, 0);
  sem_init(&empty, 0, 2);
  pthread_t one, other;
  pthread_create(&one, 0, produce, 0);
  pthread_create(&other, 0, consume, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
}
