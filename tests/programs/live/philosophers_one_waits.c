// selvage-live: verified
// shows: one philosopher keeps his fork and waits, the other puts his down: fairness lets the first one get both
// The fork that the first waits for is free again and again, never for good: it takes a scheduler that serves whoever
// can go on again and again (strong fairness) to end this.
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

static void* waits(void* unused) {
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  return unused;
}

static void* tries(void* unused) {
  for (;;) {
    pthread_mutex_lock(&right);
    if (pthread_mutex_trylock(&left) == 0) break;
    pthread_mutex_unlock(&right);
  }
  pthread_mutex_unlock(&left);
  pthread_mutex_unlock(&right);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, waits, NULL);
  pthread_create(&second, NULL, tries, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
