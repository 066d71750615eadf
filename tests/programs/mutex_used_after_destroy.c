// selvage-test: locking a destroyed mutex is misuse
// expect: misuse
// plain-exit: skip
#include <pthread.h>

static pthread_mutex_t lock;

static void* late(void* unused) {
  pthread_mutex_lock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_init(&lock, NULL);
  pthread_mutex_destroy(&lock);
  pthread_create(&thread, NULL, late, NULL);
  pthread_join(thread, NULL);
  return 0;
}
