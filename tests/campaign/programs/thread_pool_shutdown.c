// campaign: a worker goes to sleep after the pool was shut down
// finding: deadlock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int stop;
static void* work(void* unused) {
  (void)unused;
#ifdef FIXED
  pthread_mutex_lock(&m);
  while (!stop) pthread_cond_wait(&c, &m);
#else
  if (stop) return 0;
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
#endif
  pthread_mutex_unlock(&m);
  return 0;
}
static void* shut_down(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  stop = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, work, 0);
  pthread_create(&threads[1], 0, work, 0);
  pthread_create(&threads[2], 0, shut_down, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return 0;
}
