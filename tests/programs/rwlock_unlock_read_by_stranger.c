// selvage-test: unlocking a lock that only another thread holds for reading is misuse
// expect: misuse
// plain-exit: skip
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* stranger(void* unused) {
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&thread, NULL, stranger, NULL);
  pthread_join(thread, NULL);
  return 0;
}
