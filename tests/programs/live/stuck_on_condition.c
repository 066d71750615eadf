// selvage-live: bug
// shows: a thread is woken again and again for a condition that never comes to hold, while the others finish
// finding: stuck-threads
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;

static void* waits_for_three(void* unused) {
  pthread_mutex_lock(&mutex);
  while (items < 3) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* adds_two(void* unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    items++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t waiter, adder;
  pthread_create(&waiter, NULL, waits_for_three, NULL);
  pthread_detach(waiter);
  pthread_create(&adder, NULL, adds_two, NULL);
  pthread_join(adder, NULL);
  return 0;
}
