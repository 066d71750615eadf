// selvage-test: a thread that waits in a loop with a test for cancellation is let out by one
// expect: completed
// plain-exit: 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int released;

static void* polls(void* unused) {
  while (!atomic_load(&released)) pthread_testcancel();
  return unused;
}

int main(void) {
  pthread_t thread;
  void* result;
  pthread_create(&thread, NULL, polls, NULL);
  assert(pthread_cancel(thread) == 0);
  assert(pthread_join(thread, &result) == 0);
  assert(result == PTHREAD_CANCELED);
  return 0;
}
