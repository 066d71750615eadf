// selvage-live: bug
// shows: the flag is looked at before the mutex is taken: the signal can come in between and is lost
// finding: deadlock
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void* waits(void* unused) {
  if (!atomic_load(&ready)) {
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void* signals(void* unused) {
  atomic_store(&ready, 1);
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, waits, NULL);
  pthread_create(&second, NULL, signals, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
