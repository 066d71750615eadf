// campaign: an object is published before it has been filled in
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int instance, value;
static void* get(void* unused) {
  (void)unused;
  if (!instance) {
    pthread_mutex_lock(&m);
    if (!instance) {
#ifdef FIXED
      value = 42;
      instance = 1;
#else
      instance = 1;
      value = 42;
#endif
    }
    pthread_mutex_unlock(&m);
  }
  assert(value == 42);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, get, 0);
  pthread_create(&threads[1], 0, get, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
