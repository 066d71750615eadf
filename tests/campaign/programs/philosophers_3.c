// campaign: 3 philosophers, each with the left fork first
// finding: deadlock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t forks[3];
static void* dine(void* number) {
  long left = (long)number, right = (left + 1) % 3;
#ifdef FIXED
  if (left > right) {
    long swap = left;
    left = right;
    right = swap;
  }
#endif
  pthread_mutex_lock(&forks[left]);
  pthread_mutex_lock(&forks[right]);
  pthread_mutex_unlock(&forks[right]);
  pthread_mutex_unlock(&forks[left]);
  return 0;
}
int main(void) {
  for (int i = 0; i < 3; i++) pthread_mutex_init(&forks[i], 0);
  pthread_t threads[3];
  for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, dine, (void*)i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return 0;
}
