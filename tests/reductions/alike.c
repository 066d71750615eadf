// Threads that are alike: each takes a number, and what it does then depends on it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 5
#endif

static atomic_int taken, last;

static void* work(void* unused) {
  int number = atomic_fetch_add(&taken, 1);
  if (number % 2 == 1)
    atomic_fetch_add(&last, number);
  else
    atomic_store(&last, number);
  return unused;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  assert(taken == N);
  return 0;
}
