// selvage-check: bug
// shows: a volatile flag orders nothing: the flag itself and what it is to protect are raced on
// finding: data-race
#include <pthread.h>

static volatile int ready;
static int message;

static void* sender(void* unused) {
  message = 42;  // finding
  ready = 1;     // finding
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sender, 0);
  if (ready)                        // finding
    if (message != 42) return 1;    // finding
  pthread_join(thread, 0);
  return 0;
}
