// selvage-test: try variants give EBUSY exactly when a writer is inside or, for writing, anybody is
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t read_held = PTHREAD_RWLOCK_INITIALIZER;
static pthread_rwlock_t write_held = PTHREAD_RWLOCK_INITIALIZER;
static pthread_rwlock_t free_one = PTHREAD_RWLOCK_INITIALIZER;

static void* tries(void* unused) {
  assert(pthread_rwlock_tryrdlock(&read_held) == 0);
  assert(pthread_rwlock_unlock(&read_held) == 0);
  assert(pthread_rwlock_trywrlock(&read_held) == EBUSY);
  assert(pthread_rwlock_tryrdlock(&write_held) == EBUSY);
  assert(pthread_rwlock_trywrlock(&write_held) == EBUSY);
  assert(pthread_rwlock_trywrlock(&free_one) == 0);
  assert(pthread_rwlock_tryrdlock(&free_one) == EBUSY);
  assert(pthread_rwlock_unlock(&free_one) == 0);
  assert(pthread_rwlock_tryrdlock(&free_one) == 0);
  assert(pthread_rwlock_trywrlock(&free_one) == EBUSY);
  assert(pthread_rwlock_unlock(&free_one) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pthread_rwlock_rdlock(&read_held) == 0);
  assert(pthread_rwlock_wrlock(&write_held) == 0);
  assert(pthread_create(&thread, NULL, tries, NULL) == 0);
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
