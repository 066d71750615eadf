// selvage-live: verified
// shows: a lock is tried again and again until it is free or the time is up
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* counts(void* unused) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, counts, NULL);
  struct timespec start, now;
  int taken;
  clock_gettime(CLOCK_MONOTONIC, &start);
  do {
    taken = pthread_mutex_trylock(&mutex) == 0;
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while (!taken && now.tv_sec < start.tv_sec + 2);
  if (taken) {
    counter++;
    pthread_mutex_unlock(&mutex);
  }
  pthread_join(thread, NULL);
}
