// Executions of a hundred thousand steps, all of which race with others.
// options: --max-depth 200000 --check standard,-race
#include <pthread.h>
#include <stdatomic.h>
static atomic_int cells[64];
static void* work(void* unused) {
  for (int i = 0; i < 25000; i++) atomic_exchange(&cells[i % 64], i);
  return unused;
}
int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
}
