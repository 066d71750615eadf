// N philosophers take two forks each; with ORDERED always the lower-numbered one first.
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t forks[N];
static int meals[N];

static void* dine(void* argument) {
  int first = (int)(intptr_t)argument, second = (first + 1) % N;
#ifdef ORDERED
  if (first > second) {
    second = first;
    first = 0;
  }
#endif
  pthread_mutex_lock(&forks[first]);
  pthread_mutex_lock(&forks[second]);
  meals[(intptr_t)argument]++;
  pthread_mutex_unlock(&forks[second]);
  pthread_mutex_unlock(&forks[first]);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (intptr_t i = 0; i < N; i++) pthread_create(&threads[i], NULL, dine, (void*)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  return 0;
}
