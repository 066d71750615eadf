// selvage-test: on a contended mutex timedlock sometimes acquires and sometimes times out
// expect: completed, assertion
// plain-exit: skip
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void* waits(void* unused) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 60;
  int result = pthread_mutex_timedlock(&lock, &deadline);
  if (result == 0) {
    if (inside) abort();
    pthread_mutex_unlock(&lock);
  } else if (result != ETIMEDOUT) {
    abort();
  }
  assert(result == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  pthread_mutex_lock(&lock);
  inside = 1;
  inside = 0;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
