// selvage-live: verified
// shows: three philosophers who take the lower fork first and put it down when they cannot get the higher one
// Whoever holds the highest fork that is taken can have the next one, so there is no round in which nobody eats.
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t forks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void* dines(void* argument) {
  intptr_t own = (intptr_t)argument;
  intptr_t low = own == 2 ? 0 : own, high = own == 2 ? 2 : own + 1;
  for (;;) {
    pthread_mutex_lock(&forks[low]);
    if (pthread_mutex_trylock(&forks[high]) == 0) break;
    pthread_mutex_unlock(&forks[low]);
  }
  pthread_mutex_unlock(&forks[low]);
  pthread_mutex_unlock(&forks[high]);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (intptr_t i = 0; i < 3; i++) pthread_create(&threads[i], NULL, dines, (void*)i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
