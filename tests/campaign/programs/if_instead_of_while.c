// campaign: a waiter does not look again after it was woken
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int items;
static void* take(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
#ifdef FIXED
  while (items == 0) pthread_cond_wait(&c, &m);
#else
  if (items == 0) pthread_cond_wait(&c, &m);
#endif
  assert(items > 0);
  items--;
  pthread_mutex_unlock(&m);
  return 0;
}
static void* put(void* unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    items++;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, take, 0);
  pthread_create(&threads[1], 0, take, 0);
  pthread_create(&threads[2], 0, put, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return 0;
}
