// selvage-live: bug
// shows: two philosophers who let others go first after they put their fork down, and still never eat
// finding: livelock
#include <pthread.h>
#include <sched.h>
#include <stdint.h>

static pthread_mutex_t forks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void* dines(void* argument) {
  intptr_t own = (intptr_t)argument, other = 1 - own;
  for (;;) {
    pthread_mutex_lock(&forks[own]);
    if (pthread_mutex_trylock(&forks[other]) == 0) break;
    pthread_mutex_unlock(&forks[own]);
    sched_yield();
  }
  pthread_mutex_unlock(&forks[own]);
  pthread_mutex_unlock(&forks[other]);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, dines, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
