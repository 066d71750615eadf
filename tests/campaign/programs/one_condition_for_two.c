// campaign: producers and consumers wait for the same condition and wake each other
// finding: deadlock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int full;
static void* produce(void* unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    while (full) pthread_cond_wait(&c, &m);
    full = 1;
#ifdef FIXED
    pthread_cond_broadcast(&c);
#else
    pthread_cond_signal(&c);
#endif
    pthread_mutex_unlock(&m);
  }
  return 0;
}
static void* consume(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  while (!full) pthread_cond_wait(&c, &m);
  full = 0;
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
  pthread_create(&threads[0], 0, produce, 0);
  pthread_create(&threads[1], 0, consume, 0);
  pthread_create(&threads[2], 0, consume, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return 0;
}
