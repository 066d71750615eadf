// selvage-test: a second join of the same thread is misuse
// expect: misuse
// plain-exit: skip
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void* worker(void* argument) { return argument; }

int main(void) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, worker, NULL) == 0);
  assert(pthread_join(thread, NULL) == 0);
  int result = pthread_join(thread, NULL);
  assert(result == ESRCH || result == EINVAL);
  return 0;
}
