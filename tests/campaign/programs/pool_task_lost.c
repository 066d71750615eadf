// campaign: a task is put into a pool whose workers have just looked
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int tasks, idle, done;
static void* work(void* unused) {
  (void)unused;
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  if (tasks > 0) {
    tasks--;
    done++;
  } else {
    idle = 1;
  }
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
static void* submit(void* unused) {
  (void)unused;
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  if (idle) {
    done++;
  } else {
    tasks++;
  }
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, work, 0);
  pthread_create(&threads[1], 0, submit, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  assert(done == 1 || (tasks == 1 && !idle));
  return 0;
}
