// campaign: a queue is found to hold something, and emptied by another before it is taken
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int items = 1;
static void* take(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  int any = items > 0;
#ifndef FIXED
  pthread_mutex_unlock(&m);
  if (!any) return 0;
  pthread_mutex_lock(&m);
#endif
  if (any) {
    assert(items > 0);
    items--;
  }
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, take, 0);
  pthread_create(&threads[1], 0, take, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
