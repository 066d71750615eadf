// campaign: the signal comes before the wait
// finding: deadlock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int ready;
static void* wait_for_it(void* unused) {
  (void)unused;
#ifdef FIXED
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
#else
  int seen = ready;
  pthread_mutex_lock(&m);
  if (!seen) pthread_cond_wait(&c, &m);
#endif
  pthread_mutex_unlock(&m);
  return 0;
}
static void* tell(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, wait_for_it, 0);
  pthread_create(&threads[1], 0, tell, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
