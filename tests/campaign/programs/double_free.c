// campaign: two threads both free what they find
// finding: double_free, data_race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int* _Atomic shared;
static void* clear(void* unused) {
  (void)unused;
#ifdef FIXED
  int* old = atomic_exchange(&shared, 0);
#else
  int* old = shared;
  shared = 0;
#endif
  free(old);
  return 0;
}
int main(void) {
  shared = malloc(sizeof(int));
  pthread_t threads[2];
  pthread_create(&threads[0], 0, clear, 0);
  pthread_create(&threads[1], 0, clear, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
