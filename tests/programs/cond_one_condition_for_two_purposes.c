// selvage-test: one condition for "full" and "empty" with signal instead of broadcast deadlocks in some schedules
// expect: completed, deadlock
// plain-exit: skip
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;

static void* producer(void* unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    while (full) pthread_cond_wait(&changed, &lock);
    full = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void* consumer(void* unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    while (!full) pthread_cond_wait(&changed, &lock);
    full = 0;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, i < 2 ? producer : consumer, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return 0;
}
