// selvage-test: a barrier for nobody is EINVAL, a barrier for one lets everyone through as the serial thread
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_barrier_t barrier;

static void* passes(void* unused) {
  for (int i = 0; i < 3; i++) assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pthread_barrier_init(&barrier, NULL, 1) == 0);
  pthread_create(&thread, NULL, passes, NULL);
  pthread_join(thread, NULL);
  assert(pthread_barrier_destroy(&barrier) == 0);
  assert(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
  return 0;
}
