// campaign: a bug that needs 3 values to be read in one order
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int step;
static void* go(void* unused) {
  (void)unused;
  for (int i = 1; i <= 3; i++) step = i;
  return 0;
}
static void* follow(void* unused) {
  (void)unused;
  int matched = 0;
  for (int i = 1; i <= 3; i++)
    if (step == i) matched++;
#ifdef FIXED
  assert(matched <= 3);
#else
  assert(matched < 3);
#endif
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, go, 0);
  pthread_create(&threads[1], 0, follow, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
