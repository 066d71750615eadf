// selvage-test: waiting with a mutex that the thread does not hold is misuse
// expect: misuse
// plain-exit: skip
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;

static void* waiter(void* unused) {
  pthread_cond_wait(&wake, &lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_join(thread, NULL);
  return 0;
}
