// selvage-check: bug
// shows: two philosophers who put their forks down for each other and never eat (DSCMC, appendix B.3)
// finding: assertion
// The paper's livelock is the round in which both take one fork, both fail to get the second and both put the first
// down, again and again. Here the number of rounds is bounded, and the assertion says that somebody has eaten by then.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#define ROUNDS 2

static pthread_mutex_t forks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int has_eaten[2];

static void* dine(void* argument) {
  int own = (int)(intptr_t)argument, other = 1 - own;
  for (int round = 0; round < ROUNDS && !has_eaten[own]; round++) {
    pthread_mutex_lock(&forks[own]);
    if (pthread_mutex_trylock(&forks[other]) == 0) {
      has_eaten[own] = 1;
      pthread_mutex_unlock(&forks[other]);
    }
    pthread_mutex_unlock(&forks[own]);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, dine, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(has_eaten[0] || has_eaten[1]);  // finding
  return 0;
}
