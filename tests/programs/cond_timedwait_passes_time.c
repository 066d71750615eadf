// selvage-test: after a time-out the clock stands at the deadline at least, so a loop on the remaining time ends
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never_signalled = PTHREAD_COND_INITIALIZER;

static int reached(const struct timespec* deadline) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec > deadline->tv_sec || (now.tv_sec == deadline->tv_sec && now.tv_nsec >= deadline->tv_nsec);
}

static void* waiter(void* unused) {
  struct timespec deadline;
  int waits = 0;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 1;
  pthread_mutex_lock(&lock);
  while (!reached(&deadline)) {
    assert(pthread_cond_timedwait(&never_signalled, &lock, &deadline) == ETIMEDOUT);
    assert(++waits == 1);
  }
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, waiter, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
