// selvage-test: a thread that starts to wait after a signal does not take it from the one that waited before
// expect: completed
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int waiting;

static void* waits_once(void* unused) {
  pthread_mutex_lock(&lock);
  waiting++;
  pthread_cond_signal(&arrived);
  pthread_cond_wait(&wake, &lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t early, late;
  pthread_create(&early, NULL, waits_once, NULL);
  pthread_mutex_lock(&lock);
  while (waiting < 1) pthread_cond_wait(&arrived, &lock);
  pthread_cond_signal(&wake);
  pthread_mutex_unlock(&lock);
  pthread_create(&late, NULL, waits_once, NULL);
  assert(pthread_join(early, NULL) == 0);
  pthread_mutex_lock(&lock);
  while (waiting < 2) pthread_cond_wait(&arrived, &lock);
  pthread_cond_signal(&wake);
  pthread_mutex_unlock(&lock);
  assert(pthread_join(late, NULL) == 0);
  return 0;
}
