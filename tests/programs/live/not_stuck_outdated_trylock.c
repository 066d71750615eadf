// selvage-live: verified
// shows: a thread that tries one lock and then another stands before the second attempt when the first lock is released
// strategies: source, classic
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void* tries(void* unused) {
  for (;;) {
    if (pthread_mutex_trylock(&first) == 0) break;
    if (pthread_mutex_trylock(&second) == 0) break;
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_create(&thread, 0, tries, 0);
  pthread_mutex_unlock(&first);
  return 0;
}
