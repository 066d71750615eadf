// selvage-test: destroying a condition variable while a thread waits on it is misuse
// expect: misuse
// plain-exit: skip
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int waiting;

static void* waiter(void* unused) {
  pthread_mutex_lock(&lock);
  waiting = 1;
  pthread_cond_signal(&arrived);
  pthread_cond_wait(&wake, &lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_mutex_lock(&lock);
  while (!waiting) pthread_cond_wait(&arrived, &lock);
  pthread_mutex_unlock(&lock);
  pthread_cond_destroy(&wake);
  pthread_join(thread, NULL);
  return 0;
}
