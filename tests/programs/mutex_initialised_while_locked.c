// selvage-test: initialising a mutex that is locked is misuse
// expect: misuse
// plain-exit: skip
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* worker(void* unused) {
  pthread_mutex_init(&lock, NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&lock);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
