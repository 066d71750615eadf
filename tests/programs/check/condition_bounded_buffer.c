// selvage-check: verified
// shows: producer and consumer over a buffer of one place
// strategies: source
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int place, filled;

static void* produces(void* unused) {
  for (int i = 1; i <= 2; i++) {
    pthread_mutex_lock(&mutex);
    while (filled) pthread_cond_wait(&not_full, &mutex);
    place = i;
    filled = 1;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void* consumes(void* unused) {
  for (int i = 1; i <= 2; i++) {
    pthread_mutex_lock(&mutex);
    while (!filled) pthread_cond_wait(&not_empty, &mutex);
    assert(place == i);
    filled = 0;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t producer, consumer;
  pthread_create(&producer, NULL, produces, NULL);
  pthread_create(&consumer, NULL, consumes, NULL);
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
  return 0;
}
