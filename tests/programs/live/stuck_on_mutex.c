// selvage-live: bug
// shows: a mutex whose holder ended without unlocking it: a detached thread waits for it when the program ends
// finding: stuck-threads
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* takes(void* unused) {
  pthread_mutex_lock(&mutex);
  return unused;
}

static void* waits(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t holder, waiter;
  pthread_create(&holder, NULL, takes, NULL);
  pthread_create(&waiter, NULL, waits, NULL);
  pthread_detach(waiter);
  pthread_join(holder, NULL);
  return 0;
}
