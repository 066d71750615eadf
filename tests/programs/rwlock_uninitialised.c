// selvage-test: locking a read-write lock in memory full of garbage is misuse
// expect: misuse
// plain-exit: skip
#include <pthread.h>
#include <string.h>

static pthread_rwlock_t lock;

static void* worker(void* unused) {
  pthread_rwlock_wrlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  memset(&lock, 0xa5, sizeof lock);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
