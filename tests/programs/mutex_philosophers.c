// selvage-test: three philosophers who all take the left fork first deadlock in some schedules
// expect: completed, deadlock
// plain-exit: skip
#include <pthread.h>
#include <stdint.h>

enum { kPhilosophers = 3 };

static pthread_mutex_t forks[kPhilosophers];  // zeroed memory: never initialised by a call

static void* dine(void* argument) {
  intptr_t seat = (intptr_t)argument;
  pthread_mutex_t* left = &forks[seat];
  pthread_mutex_t* right = &forks[(seat + 1) % kPhilosophers];
  pthread_mutex_lock(left);
  pthread_mutex_lock(right);
  pthread_mutex_unlock(right);
  pthread_mutex_unlock(left);
  return NULL;
}

int main(void) {
  pthread_t threads[kPhilosophers];
  for (intptr_t i = 0; i < kPhilosophers; i++) pthread_create(&threads[i], NULL, dine, (void*)i);
  for (int i = 0; i < kPhilosophers; i++) pthread_join(threads[i], NULL);
  return 0;
}
