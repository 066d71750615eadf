// campaign: a plain flag is read while another thread sets it
// finding: data_race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stop;
static void* work(void* unused) {
  (void)unused;
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  int seen = stop;
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
  (void)seen;
  return 0;
}
static void* end(void* unused) {
  (void)unused;
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  stop = 1;
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, work, 0);
  pthread_create(&threads[1], 0, end, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
