// selvage-test: two threads that join each other never both succeed: EDEADLK for one of them, or a deadlock
// expect: completed?, deadlock?
// plain-exit: skip
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_t main_thread;

static void* joins_main(void* unused) {
  assert(pthread_join(main_thread, NULL) == EDEADLK);
  return unused;
}

int main(void) {
  pthread_t child;
  main_thread = pthread_self();
  assert(pthread_create(&child, NULL, joins_main, NULL) == 0);
  int result = pthread_join(child, NULL);
  assert(result == 0 || result == EDEADLK);
  return 0;
}
