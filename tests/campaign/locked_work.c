// Without data races, and with more orders of accesses than of locks.
#include <assert.h>
#include <pthread.h>

static int counts[3], sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* number) {
  long own = (long)number;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    counts[own]++;
    sum += counts[own];
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, work, (void*)i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(sum == 9);
  return 0;
}
