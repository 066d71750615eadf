// selvage-test: an error-checking mutex returns EDEADLK, EPERM and EBUSY, and stays usable
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t lock;
static sem_t errors_seen;
static int value;

static void* stranger(void* unused) {
  assert(pthread_mutex_unlock(&lock) == EPERM);
  assert(pthread_mutex_trylock(&lock) == EBUSY);
  sem_post(&errors_seen);
  assert(pthread_mutex_lock(&lock) == 0);
  assert(value == 1);
  assert(pthread_mutex_unlock(&lock) == 0);
  return unused;
}

int main(void) {
  pthread_mutexattr_t checked;
  pthread_t thread;
  struct timespec far = {.tv_sec = 4000000000};
  sem_init(&errors_seen, 0, 0);
  pthread_mutexattr_init(&checked);
  pthread_mutexattr_settype(&checked, PTHREAD_MUTEX_ERRORCHECK);
  assert(pthread_mutex_init(&lock, &checked) == 0);
  assert(pthread_mutex_unlock(&lock) == EPERM);
  assert(pthread_mutex_lock(&lock) == 0);
  assert(pthread_create(&thread, NULL, stranger, NULL) == 0);
  assert(pthread_mutex_lock(&lock) == EDEADLK);
  assert(pthread_mutex_timedlock(&lock, &far) == EDEADLK);
  assert(pthread_mutex_trylock(&lock) == EBUSY);
  sem_wait(&errors_seen);
  value = 1;
  assert(pthread_mutex_unlock(&lock) == 0);
  assert(pthread_mutex_unlock(&lock) == EPERM);
  assert(pthread_join(thread, NULL) == 0);
  assert(pthread_mutex_unlock(&lock) == EPERM);
  return 0;
}
