// campaign: a timer fires after it was cancelled
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int armed = 1, cancelled;
static void* fire(void* unused) {
  (void)unused;
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  if (armed) assert(!cancelled);
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
static void* cancel(void* unused) {
  (void)unused;
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  armed = 0;
  cancelled = 1;
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, fire, 0);
  pthread_create(&threads[1], 0, cancel, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
