// Compare-exchange in loops, by eight threads.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int value;
static void* work(void* unused) {
  for (int i = 0; i < 20; i++) {
    int seen = atomic_load(&value);
    while (!atomic_compare_exchange_weak(&value, &seen, seen + 1));
  }
  return unused;
}
int main(void) {
  pthread_t threads[8];
  for (int i = 0; i < 8; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 8; i++) pthread_join(threads[i], 0);
}
