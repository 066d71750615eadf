// campaign: a balance is checked in one critical section and changed in another
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;
static void* withdraw(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  int enough = balance >= 80;
#ifndef FIXED
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
#endif
  if (enough) balance -= 80;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, withdraw, 0);
  pthread_create(&threads[1], 0, withdraw, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  assert(balance >= 0);
  return 0;
}
