// selvage-test: a timed wait for a post that comes may get it or may time out first; no token is lost
// expect: completed, assertion
// plain-exit: skip
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

static sem_t tokens;

static void* poster(void* unused) {
  sem_post(&tokens);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct timespec deadline;
  int value = -1;
  sem_init(&tokens, 0, 0);
  pthread_create(&thread, NULL, poster, NULL);
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 60;
  int result = sem_timedwait(&tokens, &deadline);
  if (result != 0 && errno != ETIMEDOUT) abort();
  pthread_join(thread, NULL);
  sem_getvalue(&tokens, &value);
  if (value != (result == 0 ? 0 : 1)) abort();
  assert(result == 0);
  return 0;
}
