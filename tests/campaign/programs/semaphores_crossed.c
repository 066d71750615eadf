// campaign: two semaphores are waited for in opposite orders
// finding: deadlock
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static sem_t a, b;
static void* one(void* unused) {
  (void)unused;
  sem_wait(&a);
  sem_wait(&b);
  sem_post(&b);
  sem_post(&a);
  return 0;
}
static void* other(void* unused) {
  (void)unused;
#ifdef FIXED
  sem_wait(&a);
  sem_wait(&b);
#else
  sem_wait(&b);
  sem_wait(&a);
#endif
  sem_post(&a);
  sem_post(&b);
  return 0;
}
int main(void) {
  sem_init(&a, 0, 1);
  sem_init(&b, 0, 1);
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, other, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
