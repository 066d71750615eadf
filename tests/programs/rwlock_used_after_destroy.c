// selvage-test: locking a destroyed read-write lock is misuse
// expect: misuse
// plain-exit: skip
#include <pthread.h>

static pthread_rwlock_t lock;

static void* worker(void* unused) {
  pthread_rwlock_rdlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_init(&lock, NULL);
  pthread_rwlock_destroy(&lock);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
