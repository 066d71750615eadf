// selvage-check: verified
// shows: a trylock may fail, and what it protects is left alone then
// strategies: source, classic, dfs
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* locks(void* unused) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* tries(void* unused) {
  if (pthread_mutex_trylock(&mutex) == 0) {
    counter++;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, locks, NULL);
  pthread_create(&second, NULL, tries, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
