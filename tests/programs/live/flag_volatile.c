// selvage-live: bug
// shows: a volatile flag is no synchronisation
// finding: data-race
#include <pthread.h>

static volatile int ready;

static void* sends(void* unused) {
  ready = 1;  // finding
  return unused;
}

static void* receives(void* unused) {
  while (!ready) continue;  // finding
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, sends, NULL);
  pthread_create(&second, NULL, receives, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
