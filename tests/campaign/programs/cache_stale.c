// campaign: a cached value is filled in after it was invalidated
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int source = 1, cache;
static void* fill(void* unused) {
  (void)unused;
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  cache = source;
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
static void* update(void* unused) {
  (void)unused;
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  source = 2;
  cache = 0;
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, fill, 0);
  pthread_create(&threads[1], 0, update, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  assert(cache == 0 || cache == source);
  return 0;
}
