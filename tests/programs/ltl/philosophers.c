// shows: two philosophers, who may die of hunger together where each takes the left fork first
// atom: eats: eating != 0
// strategy: states
// model: philosophers.pml
// holds weakly: G F eats
// with -DWRONG fails weakly: G F eats
#include <pthread.h>
#include <stdint.h>

pthread_mutex_t forks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
volatile int eating;

static void* run(void* number) {
  int first = (int)(intptr_t)number, second = 1 - first;
#ifndef WRONG
  first = 0, second = 1;
#endif
  for (;;) {
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    eating = 1;
    eating = 0;
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, run, (void*)(intptr_t)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
