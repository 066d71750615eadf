// selvage-test: joining oneself returns EDEADLK, in a thread and in main
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void* joins_itself(void* unused) {
  assert(pthread_join(pthread_self(), NULL) == EDEADLK);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, joins_itself, NULL) == 0);
  assert(pthread_join(pthread_self(), NULL) == EDEADLK);
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
