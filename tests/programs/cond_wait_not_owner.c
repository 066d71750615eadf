// selvage-test: waiting with an error-checking mutex that the thread does not own gives EPERM and does not wait
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void* waiter(void* unused) {
  assert(pthread_cond_wait(&never, &lock) == EPERM);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_join(thread, NULL);
  assert(pthread_mutex_lock(&lock) == 0);
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_join(thread, NULL);
  assert(pthread_mutex_unlock(&lock) == 0);
  return 0;
}
