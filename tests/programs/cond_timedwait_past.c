// selvage-test: a deadline in the past gives ETIMEDOUT, an impossible one EINVAL; both return with the mutex held
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static int inside;

static void* waiter(void* unused) {
  struct timespec past = {.tv_sec = 1}, invalid = {.tv_sec = 1, .tv_nsec = 1000000000};
  pthread_mutex_lock(&lock);
  assert(++inside == 1);
  inside--;
  assert(pthread_cond_timedwait(&wake, &lock, &past) == ETIMEDOUT);
  assert(++inside == 1);
  assert(pthread_mutex_trylock(&lock) == EBUSY);
  assert(pthread_cond_timedwait(&wake, &lock, &invalid) == EINVAL);
  assert(inside == 1);
  inside--;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, waiter, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
