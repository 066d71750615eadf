// campaign: one variable is guarded by two different locks
// finding: data_race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int value;
static void* one(void* unused) {
  (void)unused;
  pthread_mutex_lock(&a);
  value++;
  pthread_mutex_unlock(&a);
  return 0;
}
static void* other(void* unused) {
  (void)unused;
#ifdef FIXED
  pthread_mutex_lock(&a);
#else
  pthread_mutex_lock(&b);
#endif
  value++;
#ifdef FIXED
  pthread_mutex_unlock(&a);
#else
  pthread_mutex_unlock(&b);
#endif
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, other, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
