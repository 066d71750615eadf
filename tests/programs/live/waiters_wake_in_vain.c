// selvage-live: bug
// shows: three waiters that may wake without a signal, and nobody who gives one: each of them lets the others wake
// finding: livelock
// check-options: --spurious-wakeups
// rounds: 10
#include <pthread.h>
enum { WAITERS = 3 };

static int ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void* wait(void* unused) {
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[WAITERS];
  for (int i = 0; i < WAITERS; i++) pthread_create(&threads[i], 0, wait, 0);
  for (int i = 0; i < WAITERS; i++) pthread_join(threads[i], 0);
  return 0;
}
