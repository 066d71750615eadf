// campaign: one of two waiters is woken, and nobody wakes the other
// finding: deadlock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go;
static void* wait_for_it(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  while (!go) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return 0;
}
static void* start(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  go = 1;
#ifdef FIXED
  pthread_cond_broadcast(&c);
#else
  pthread_cond_signal(&c);
#endif
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, wait_for_it, 0);
  pthread_create(&threads[1], 0, wait_for_it, 0);
  pthread_create(&threads[2], 0, start, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return 0;
}
