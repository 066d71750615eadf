// selvage-live: bug
// shows: a thread that has no cancellation point polls for ever, whether or not somebody has asked for its cancellation
// finding: livelock
// strategies: source, classic
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* polls(void* unused) {
  int seen;
  do {
    pthread_mutex_lock(&mutex);
    seen = flag;
    pthread_mutex_unlock(&mutex);
  } while (seen == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, polls, 0);
  pthread_cancel(thread);
  pthread_join(thread, 0);
  return 0;
}
