// selvage-check: bug
// shows: a semaphore that is posted only when the other thread came first
// finding: deadlock
// executions: 2
// strategies: source, classic, dfs
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t ready;
static atomic_int asked;

static void* asks(void* unused) {
  atomic_store(&asked, 1);
  sem_wait(&ready);
  return unused;
}

static void* answers(void* unused) {
  if (atomic_load(&asked)) sem_post(&ready);
  return unused;
}

int main(void) {
  pthread_t first, second;
  sem_init(&ready, 0, 0);
  pthread_create(&first, NULL, asks, NULL);
  pthread_create(&second, NULL, answers, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
