// selvage-test: destroying a read-write lock that another thread holds is misuse
// expect: misuse
// plain-exit: skip
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* worker(void* unused) {
  pthread_rwlock_destroy(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
