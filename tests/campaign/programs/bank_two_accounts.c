// campaign: the sum of two accounts is read between the two halves of a transfer
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int one = 50, other = 50;
static void* transfer(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  one -= 10;
#ifndef FIXED
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
#endif
  other += 10;
  pthread_mutex_unlock(&m);
  return 0;
}
static void* audit(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  assert(one + other == 100);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, transfer, 0);
  pthread_create(&threads[1], 0, transfer, 0);
  pthread_create(&threads[2], 0, audit, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return 0;
}
