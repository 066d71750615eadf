// campaign: owner and thief both take the last task
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int top, bottom = 1, done[2];
static void* owner(void* unused) {
  (void)unused;
  int b = bottom - 1;
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  bottom = b;
  int t = top;
  if (t <= b) {
    assert(done[b]++ == 0);
#ifdef FIXED
    top = t + 1;
#endif
  }
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
static void* thief(void* unused) {
  (void)unused;
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  int t = top;
  int b = bottom;
  if (t < b) {
    top = t + 1;
    assert(done[t]++ == 0);
  }
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, owner, 0);
  pthread_create(&threads[1], 0, thief, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
