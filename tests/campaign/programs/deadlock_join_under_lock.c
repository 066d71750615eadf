// campaign: a thread is joined while the lock is held that it needs
// finding: deadlock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* work(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_mutex_lock(&m);
#ifdef FIXED
  pthread_mutex_unlock(&m);
  pthread_join(thread, 0);
#else
  pthread_join(thread, 0);
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
