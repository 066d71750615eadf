// selvage-test: timedlock on a mutex that stays held gives ETIMEDOUT not before its time; on a free one it acquires
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t free_one = PTHREAD_MUTEX_INITIALIZER;

static void* waits(void* unused) {
  struct timespec past = {.tv_sec = 1}, deadline, now;
  assert(pthread_mutex_timedlock(&held, &past) == ETIMEDOUT);
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 1;
  assert(pthread_mutex_timedlock(&held, &deadline) == ETIMEDOUT);
  clock_gettime(CLOCK_REALTIME, &now);
  assert(now.tv_sec > deadline.tv_sec || (now.tv_sec == deadline.tv_sec && now.tv_nsec >= deadline.tv_nsec));
  assert(pthread_mutex_timedlock(&free_one, &past) == 0);
  assert(pthread_mutex_trylock(&free_one) == EBUSY);
  assert(pthread_mutex_unlock(&free_one) == 0);
  struct timespec invalid = {.tv_sec = 4000000000, .tv_nsec = 1000000000};
  assert(pthread_mutex_timedlock(&held, &invalid) == EINVAL);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&held);
  assert(pthread_create(&thread, NULL, waits, NULL) == 0);
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
