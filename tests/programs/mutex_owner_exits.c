// selvage-test: a normal mutex whose owner has ended is never free again
// expect: deadlock
// plain-exit: skip
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* dies_with_lock(void* unused) {
  pthread_mutex_lock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, dies_with_lock, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&lock);
  return 0;
}
