// campaign: a lock is left out on a path that is seldom taken
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int mode, value;
static void* add(void* unused) {
  (void)unused;
  int fast = mode;
#ifdef FIXED
  fast = 0;
#endif
  if (!fast) pthread_mutex_lock(&m);
  int seen = value;
  value = seen + 1;
  if (!fast) pthread_mutex_unlock(&m);
  return 0;
}
static void* switch_mode(void* unused) {
  (void)unused;
  mode = 1;
  return 0;
}
int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, add, 0);
  pthread_create(&threads[1], 0, add, 0);
  pthread_create(&threads[2], 0, switch_mode, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(value == 2);
  return 0;
}
