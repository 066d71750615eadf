// selvage-test: raise of an unhandled signal in a thread kills the process at once
// expect: killed
// plain-exit: skip
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void* raises(void* unused) {
  raise(SIGUSR1);
  assert(!"the thread survived SIGUSR1");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, raises, NULL);
  pthread_join(thread, NULL);
  return 0;
}
