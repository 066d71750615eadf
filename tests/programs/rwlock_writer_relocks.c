// selvage-test: the writer gets EDEADLK for another lock, read or write, and still holds it
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* stranger(void* unused) {
  assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pthread_rwlock_wrlock(&lock) == 0);
  assert(pthread_create(&thread, NULL, stranger, NULL) == 0);
  assert(pthread_rwlock_wrlock(&lock) == EDEADLK);
  assert(pthread_rwlock_rdlock(&lock) == EDEADLK);
  assert(pthread_join(thread, NULL) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_trywrlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  return 0;
}
