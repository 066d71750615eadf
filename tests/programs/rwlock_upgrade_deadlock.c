// selvage-test: a reader that asks for the write lock waits for itself
// expect: deadlock
// plain-exit: skip
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* upgrades(void* unused) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, upgrades, NULL);
  pthread_join(thread, NULL);
  return 0;
}
