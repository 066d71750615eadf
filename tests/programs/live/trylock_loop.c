// selvage-live: verified
// shows: a mutex that is tried again until it can be had
// mutex-twin: mutex_counter_twice.c
// unfair: depth
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void lock(void) {
  while (pthread_mutex_trylock(&mutex) != 0) continue;
}

static void unlock(void) { pthread_mutex_unlock(&mutex); }

static void* increments(void* unused) {
  for (int i = 0; i < 2; i++) {
    lock();
    counter++;
    unlock();
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, increments, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 4);
  return 0;
}
