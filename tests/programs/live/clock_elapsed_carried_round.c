// selvage-live: verified
// shows: the time that has passed is computed at the end of an iteration and compared in the next one
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int alive = 1;

static void* ends(void* unused) {
  alive = 0;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, ends, NULL);
  time_t start, now;
  double passed = 0.0;
  time(&start);
  while (passed < 2.0 && alive) {
    time(&now);
    passed = difftime(now, start);
  }
  pthread_join(thread, NULL);
}
