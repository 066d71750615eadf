// selvage-live: bug
// shows: rounds that begin with the release of a lock, which goes with the step before elsewhere, are shown as a livelock
// finding: livelock
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int never;

static void* polls(void* unused) {
  pthread_mutex_lock(&mutex);
  while (!never) {
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
  }
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, polls, NULL);
  polls(NULL);
  pthread_join(thread, NULL);
}
