// selvage-test: mutex attributes keep type, robustness, sharing and protocol, and reject unknown values
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t inheriting;
static int inside;

static void* worker(void* unused) {
  assert(pthread_mutex_lock(&inheriting) == 0);
  assert(++inside == 1);
  inside--;
  assert(pthread_mutex_unlock(&inheriting) == 0);
  return unused;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_t threads[2];
  int value = -1;
  assert(pthread_mutexattr_init(&attributes) == 0);
  assert(pthread_mutexattr_gettype(&attributes, &value) == 0 && value == PTHREAD_MUTEX_DEFAULT);
  assert(pthread_mutexattr_settype(&attributes, 77) == EINVAL);
  assert(pthread_mutexattr_getrobust(&attributes, &value) == 0 && value == PTHREAD_MUTEX_STALLED);
  assert(pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_mutexattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
  assert(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT) == 0);
  assert(pthread_mutexattr_getprotocol(&attributes, &value) == 0 && value == PTHREAD_PRIO_INHERIT);
  assert(pthread_mutex_init(&inheriting, &attributes) == 0);
  assert(pthread_mutexattr_destroy(&attributes) == 0);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(pthread_mutex_destroy(&inheriting) == 0);
  return 0;
}
