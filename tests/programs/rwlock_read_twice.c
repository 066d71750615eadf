// selvage-test: a reader may read-lock again and must unlock as often before a writer gets in
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* tries_to_write(void* argument) {
  int result = pthread_rwlock_trywrlock(&lock);
  assert(result == *(int*)argument);
  if (result == 0) assert(pthread_rwlock_unlock(&lock) == 0);
  return NULL;
}

static void expect_for_writer(int result) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, tries_to_write, &result) == 0);
  assert(pthread_join(thread, NULL) == 0);
}

int main(void) {
  assert(pthread_rwlock_rdlock(&lock) == 0);
  assert(pthread_rwlock_rdlock(&lock) == 0);
  expect_for_writer(EBUSY);
  assert(pthread_rwlock_unlock(&lock) == 0);
  expect_for_writer(EBUSY);
  assert(pthread_rwlock_unlock(&lock) == 0);
  expect_for_writer(0);
  return 0;
}
