// selvage-live: bug
// shows: three threads poll under a lock for what nobody does: all of them come round, each behind the others
// finding: livelock
// rounds: 10
#include <pthread.h>
#ifndef POLLERS
#define POLLERS 3
#endif

static int said;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* poll(void* unused) {
  int seen;
  do {
    pthread_mutex_lock(&lock);
    seen = said;
    pthread_mutex_unlock(&lock);
  } while (seen == 0);
  return unused;
}

int main(void) {
  pthread_t threads[POLLERS];
  for (int i = 0; i < POLLERS; i++) pthread_create(&threads[i], 0, poll, 0);
  for (int i = 0; i < POLLERS; i++) pthread_join(threads[i], 0);
  return 0;
}
