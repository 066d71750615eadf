// campaign: two halves of a value are read while they are written
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int low, high;
static void* write_pair(void* unused) {
  (void)unused;
  for (int i = 1; i <= 2; i++) {
#ifdef FIXED
    pthread_mutex_lock(&m);
#endif
    low = i;
    high = i;
#ifdef FIXED
    pthread_mutex_unlock(&m);
#endif
  }
  return 0;
}
static void* read_pair(void* unused) {
  (void)unused;
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  int one = low, other = high;
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
  assert(one == other);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, write_pair, 0);
  pthread_create(&threads[1], 0, read_pair, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
