// selvage-test: a semaphore of two lets in two of four threads at a time, and really two
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t seats;
static atomic_int inside;
static pthread_barrier_t pair;

static void* visitor(void* unused) {
  assert(sem_wait(&seats) == 0);
  assert(atomic_fetch_add(&inside, 1) < 2);
  pthread_barrier_wait(&pair);  // nobody leaves before two are in
  atomic_fetch_sub(&inside, 1);
  assert(sem_post(&seats) == 0);
  return unused;
}

int main(void) {
  pthread_t threads[4];
  int value = -1;
  sem_init(&seats, 0, 2);
  pthread_barrier_init(&pair, NULL, 2);
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, visitor, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  assert(sem_getvalue(&seats, &value) == 0 && value == 2);
  return 0;
}
