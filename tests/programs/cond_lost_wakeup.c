// selvage-test: a flag checked outside the mutex loses the wake-up in some schedules
// expect: completed, deadlock
// plain-exit: skip
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void* waiter(void* unused) {
  if (!atomic_load(&ready)) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&wake, &lock);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  atomic_store(&ready, 1);
  pthread_cond_signal(&wake);
  pthread_join(thread, NULL);
  return 0;
}
