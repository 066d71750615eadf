// selvage-live: bug
// shows: a thread waits for a condition that never comes to hold, and main waits for the thread: nothing goes on
// finding: deadlock
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;

static void* waits_for_two(void* unused) {
  pthread_mutex_lock(&mutex);
  while (items < 2) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, NULL, waits_for_two, NULL);
  pthread_mutex_lock(&mutex);
  items++;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(waiter, NULL);
  return 0;
}
