// selvage-live: bug
// shows: one thread's first round changes nothing, and it is part of the loop that both go round for ever
// finding: livelock
// strategies: source, classic
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y = 2;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* polls(void* unused) {
  int seen;
  do {
    pthread_mutex_lock(&mutex);
    seen = x;
    pthread_mutex_unlock(&mutex);
  } while (seen != 1);
  return unused;
}

static void* tries(void* unused) {
  int seen;
  x = 2;
  do {
    seen = pthread_mutex_trylock(&mutex) == 0;
    if (seen) {
      seen = y;
      pthread_mutex_unlock(&mutex);
    }
    x = 0;
  } while (seen != 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, polls, 0);
  pthread_create(&threads[1], 0, tries, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
