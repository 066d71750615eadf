// selvage-check: bug
// shows: three threads that wait for each other in a ring
// finding: deadlock
// executions: 7
// strategies: source, classic
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t forks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void* dine(void* argument) {
  intptr_t own = (intptr_t)argument;
  pthread_mutex_lock(&forks[own]);
  pthread_mutex_lock(&forks[(own + 1) % 3]);
  pthread_mutex_unlock(&forks[(own + 1) % 3]);
  pthread_mutex_unlock(&forks[own]);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (intptr_t i = 0; i < 3; i++) pthread_create(&threads[i], NULL, dine, (void*)i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
