// selvage-test: a post beyond SEM_VALUE_MAX fails with EOVERFLOW, a larger initial value with EINVAL
// expect: completed
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t full;

static void* posts(void* unused) {
  int value = -1;
  errno = 0;
  assert(sem_post(&full) == -1 && errno == EOVERFLOW);
  assert(sem_getvalue(&full, &value) == 0 && value == SEM_VALUE_MAX);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_t too_large;
  assert(sem_init(&full, 0, SEM_VALUE_MAX) == 0);
  pthread_create(&thread, NULL, posts, NULL);
  pthread_join(thread, NULL);
  errno = 0;
  assert(sem_init(&too_large, 0, SEM_VALUE_MAX + 1u) == -1 && errno == EINVAL);
  assert(sem_wait(&full) == 0);
  assert(sem_post(&full) == 0);
  return 0;
}
