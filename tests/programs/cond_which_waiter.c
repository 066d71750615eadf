// selvage-test: which of two waiters a signal wakes is a choice; both wake orders occur
// expect: completed, assertion
// plain-exit: skip
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waiting, woken, place[2];

static void* waiter(void* argument) {
  pthread_mutex_lock(&lock);
  // The first thread always waits first: the order of waking is then the signal's choice alone.
  while (argument == &place[1] && waiting == 0) pthread_cond_wait(&changed, &lock);
  waiting++;
  pthread_cond_broadcast(&changed);
  pthread_cond_wait(&wake, &lock);
  *(int*)argument = woken++;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, waiter, &place[i]);
  pthread_mutex_lock(&lock);
  while (waiting < 2) pthread_cond_wait(&changed, &lock);
  pthread_cond_signal(&wake);
  while (woken < 1) pthread_cond_wait(&changed, &lock);
  pthread_cond_signal(&wake);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  if (place[0] + place[1] != 1) abort();
  assert(place[0] == 0);
  return 0;
}
