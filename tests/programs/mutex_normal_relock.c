// selvage-test: locking a normal mutex twice in one thread is a deadlock
// expect: deadlock
// plain-exit: skip
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* locks_twice(void* unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  assert(!"a normal mutex was locked twice");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, locks_twice, NULL);
  pthread_join(thread, NULL);
  return 0;
}
