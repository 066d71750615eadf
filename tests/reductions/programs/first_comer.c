// Threads that try to be the first: one exchanges, the others fail, in whatever order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kThreads = 5 };

static atomic_int first;

static void* try_it(void* number) {
  int nobody = 0;
  if (!atomic_compare_exchange_strong(&first, &nobody, 1 + *(int*)number)) assert(nobody != 0);
  return number;
}

int main(void) {
  pthread_t threads[kThreads];
  int numbers[kThreads];
  for (int i = 0; i < kThreads; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, try_it, &numbers[i]);
  }
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&first) != 0);
  return 0;
}
