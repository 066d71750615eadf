// selvage-live: bug
// shows: a mutex that is tried again and again, while its holder has ended without unlocking it
// finding: livelock
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* tries(void* unused) {
  while (pthread_mutex_trylock(&mutex) != 0) continue;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, tries, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
