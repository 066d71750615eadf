// campaign: an element is freed while a reader is about to use it
// finding: use_after_free, data_race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int* _Atomic shared;
static void* read_it(void* unused) {
  (void)unused;
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  int* seen = shared;
  if (seen) assert(*(volatile int*)seen == 5);
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
static void* replace_it(void* unused) {
  (void)unused;
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  int* old = atomic_exchange(&shared, 0);
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
  free(old);
  return 0;
}
int main(void) {
  int* first = malloc(sizeof(int));
  *first = 5;
  shared = first;
  pthread_t threads[2];
  pthread_create(&threads[0], 0, read_it, 0);
  pthread_create(&threads[1], 0, replace_it, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
