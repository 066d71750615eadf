// Two threads, each K times: load an atomic, store one more.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void* increment(void* unused) {
  for (int i = 0; i < K; i++) {
    int seen = atomic_load(&counter);
    atomic_store(&counter, seen + 1);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, increment, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
