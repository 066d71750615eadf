// campaign: a callback takes the lock that its caller holds
// finding: deadlock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int registered;
static void* register_callback(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  registered = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
static void* fire(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  int call = registered;
#ifdef FIXED
  pthread_mutex_unlock(&m);
  if (call) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
#else
  if (call) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, register_callback, 0);
  pthread_create(&threads[1], 0, fire, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
