// campaign: the first reader and the last one race for the writers' lock
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int readers, writer_out;
static void* read_it(void* unused) {
  (void)unused;
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  if (readers++ == 0) writer_out = 1;
#ifdef FIXED
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
#endif
  assert(writer_out);
  if (--readers == 0) writer_out = 0;
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, read_it, 0);
  pthread_create(&threads[1], 0, read_it, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
