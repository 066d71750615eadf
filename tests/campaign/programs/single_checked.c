// campaign: two threads both find that nothing was initialised
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int initialised, count;
static void* get(void* unused) {
  (void)unused;
  if (!initialised) {
    pthread_mutex_lock(&m);
#ifdef FIXED
    if (!initialised)
#endif
      count++;
    initialised = 1;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, get, 0);
  pthread_create(&threads[1], 0, get, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  assert(count == 1);
  return 0;
}
