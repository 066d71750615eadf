// selvage-test: a timed wait for a signal that comes may be woken or may time out first
// expect: completed, assertion
// plain-exit: skip
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static int ready;

static void* signaller(void* unused) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&wake);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct timespec deadline;
  int result = 0;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 60;
  pthread_mutex_lock(&lock);
  pthread_create(&thread, NULL, signaller, NULL);
  while (!ready && result == 0) result = pthread_cond_timedwait(&wake, &lock, &deadline);
  if (result != 0 && result != ETIMEDOUT) abort();
  int timed_out = !ready;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  assert(!timed_out);
  return 0;
}
