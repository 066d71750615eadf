// selvage-live: bug
// shows: a thread tries a lock that is never released, and writes what is there: its first round changes nothing, as all others
// finding: livelock, data-race
// check-options: --check=memory,progress,race
#include <pthread.h>

static int x, y;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* keeps(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  (void)__atomic_load_n(&x, __ATOMIC_RELAXED);  // finding
  return unused;
}

static void* tries(void* unused) {
  int seen;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  do {
    seen = pthread_mutex_trylock(&mutex) == 0;  // finding
    if (seen != 0) {
      seen = y;
      pthread_mutex_unlock(&mutex);
    }
    x = 0;  // finding
  } while (seen != 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, keeps, 0);
  pthread_create(&threads[1], 0, tries, 0);
  pthread_join(threads[1], 0);
  return 0;
}
