// campaign: a length is read before the buffer is copied, and shrinks in between
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int length = 4;
static void* erase(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  length = 0;
  pthread_mutex_unlock(&m);
  return 0;
}
static void* append(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  int seen = length;
#ifndef FIXED
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
#endif
  assert(seen <= length);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, erase, 0);
  pthread_create(&threads[1], 0, append, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
