// selvage-test: a timed write lock against a reader that leaves may acquire or time out
// expect: completed, assertion
// plain-exit: skip
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* writer(void* unused) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 60;
  int result = pthread_rwlock_timedwrlock(&lock, &deadline);
  if (result == 0) pthread_rwlock_unlock(&lock);
  if (result != 0 && result != ETIMEDOUT) abort();
  assert(result == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&thread, NULL, writer, NULL);
  pthread_rwlock_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
