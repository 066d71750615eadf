// campaign: two readers wait for each other to become writers
// finding: deadlock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static atomic_int readers;
static void* upgrade(void* unused) {
  (void)unused;
#ifdef FIXED
  pthread_rwlock_wrlock(&lock);
#else
  pthread_rwlock_rdlock(&lock);
  pthread_mutex_lock(&turn);
  if (++readers == 2) {
    pthread_rwlock_wrlock(&lock);
  }
  pthread_mutex_unlock(&turn);
#endif
  pthread_rwlock_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, upgrade, 0);
  pthread_create(&threads[1], 0, upgrade, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
