// selvage-test: an initialiser that is cancelled counts as not run; the next caller runs it again
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static sem_t started, never;
static int runs;

static void initialise(void) {
  if (++runs > 1) return;
  sem_post(&started);
  sem_wait(&never);
  assert(!"the wait was not cancelled");
}

static void* worker(void* unused) {
  pthread_once(&control, initialise);
  return unused;
}

int main(void) {
  pthread_t first, second;
  void* result;
  sem_init(&started, 0, 0);
  sem_init(&never, 0, 0);
  pthread_create(&first, NULL, worker, NULL);
  sem_wait(&started);
  pthread_create(&second, NULL, worker, NULL);
  assert(pthread_cancel(first) == 0);
  assert(pthread_join(first, &result) == 0 && result == PTHREAD_CANCELED);
  assert(pthread_join(second, &result) == 0 && result == NULL);
  assert(runs == 2);
  return 0;
}
