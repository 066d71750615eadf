// campaign: a counter read and written in two steps, 8 threads
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int counter;
static void* add(void* unused) {
  (void)unused;
#ifdef FIXED
  atomic_fetch_add(&counter, 1);
#else
  int seen = counter;
  counter = seen + 1;
#endif
  return 0;
}
int main(void) {
  pthread_t threads[8];
  for (long i = 0; i < 8; i++) pthread_create(&threads[i], 0, add, (void*)i);
  for (int i = 0; i < 8; i++) pthread_join(threads[i], 0);
  assert(counter == 8);
  return 0;
}
