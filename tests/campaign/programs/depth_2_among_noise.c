// campaign: the same of depth 2, among steps that do not matter and two more threads
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int step, noise;
static void* go(void* unused) {
  (void)unused;
  for (int i = 0; i < 5; i++) noise++;
  for (int i = 1; i <= 2; i++) step = i;
  return 0;
}
static void* follow(void* unused) {
  (void)unused;
  for (int i = 0; i < 5; i++) noise++;
  int matched = 0;
  for (int i = 1; i <= 2; i++)
    if (step == i) matched++;
#ifdef FIXED
  assert(matched <= 2);
#else
  assert(matched < 2);
#endif
  return 0;
}
static void* disturb(void* unused) {
  (void)unused;
  for (int i = 0; i < 5; i++) noise++;
  return 0;
}
int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[0], 0, go, 0);
  pthread_create(&threads[1], 0, follow, 0);
  pthread_create(&threads[2], 0, disturb, 0);
  pthread_create(&threads[3], 0, disturb, 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
  return 0;
}
