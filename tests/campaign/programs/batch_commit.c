// campaign: a batch is committed while one of its writers is still at it
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int pending, committed, lost;
static void* add(void* unused) {
  (void)unused;
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  if (!committed) {
    pending++;
    if (committed) lost = 1;
  }
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
static void* commit(void* unused) {
  (void)unused;
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  committed = 1;
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, add, 0);
  pthread_create(&threads[1], 0, add, 0);
  pthread_create(&threads[2], 0, commit, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(!lost);
  return 0;
}
