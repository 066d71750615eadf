// selvage-test: a waiter that is cancelled does not use up the signal meant for another waiter
// expect: completed
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int tokens;

static void unlock(void* mutex) { pthread_mutex_unlock(mutex); }

static void* takes_token(void* unused) {
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(unlock, &lock);
  while (tokens == 0) pthread_cond_wait(&changed, &lock);
  tokens--;
  pthread_cleanup_pop(1);
  return unused;
}

int main(void) {
  pthread_t cancelled, survivor;
  void* result;
  pthread_create(&cancelled, NULL, takes_token, NULL);
  pthread_create(&survivor, NULL, takes_token, NULL);
  pthread_cancel(cancelled);
  assert(pthread_join(cancelled, &result) == 0);
  assert(result == PTHREAD_CANCELED);
  pthread_mutex_lock(&lock);
  tokens = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  assert(pthread_join(survivor, &result) == 0 && result == NULL);
  assert(tokens == 0);
  return 0;
}
