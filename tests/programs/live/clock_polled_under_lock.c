// selvage-live: verified
// shows: the clock is looked at behind a lock in every iteration; the loop comes round, or time is up
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void* finishes(void* unused) {
  pthread_mutex_lock(&mutex);
  done = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, finishes, NULL);
  double start = seconds();
  for (;;) {
    pthread_mutex_lock(&mutex);
    bool is_done = done;
    pthread_mutex_unlock(&mutex);
    if (is_done || seconds() - start > 1.5) break;
  }
  pthread_join(thread, NULL);
}
