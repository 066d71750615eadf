// STEPS steps that nobody competes for: each thread goes through variables of its own, which the other reads once.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int values[2][16];
static void* work(void* number) {
  atomic_int* own = values[(long)number];
  for (int i = 0; i < STEPS / 2; i++) own[i % 16]++;
  return 0;
}
int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, (void*)i);
  for (int i = 0; i < 16; i++) atomic_load(&values[0][i]), atomic_load(&values[1][i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
