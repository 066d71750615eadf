// selvage-test: of two threads that try and keep a mutex exactly one succeeds, and either may be the one
// expect: completed, assertion
// plain-exit: skip
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int won[2];

static void* tries(void* argument) {
  *(int*)argument = pthread_mutex_trylock(&lock) == 0;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, tries, &won[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  if (won[0] + won[1] != 1) abort();
  assert(won[0]);
  return 0;
}
