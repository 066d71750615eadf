// selvage-test: a wait on a condition gives up its mutex also where its thread was cancelled before
// expect: completed, assertion
// plain-exit: skip
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int state;

static void end(void* unused) {
  (void)unused;
  state = 2;
  pthread_mutex_unlock(&lock);
}

static void* waits(void* unused) {
  pthread_mutex_lock(&gate);  // no cancellation point
  pthread_mutex_unlock(&gate);
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(end, NULL);
  state = 1;
  for (;;) pthread_cond_wait(&changed, &lock);
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&gate);
  pthread_create(&thread, NULL, waits, NULL);
  pthread_cancel(thread);
  pthread_mutex_unlock(&gate);
  pthread_mutex_lock(&lock);
  assert(state != 1);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
