// selvage-test: signals and broadcasts sent when nobody waits wake nobody later
// expect: deadlock
// plain-exit: skip
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;

static void* waiter(void* unused) {
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&wake, &lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&lock);
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_cond_signal(&wake);
  pthread_cond_broadcast(&wake);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
