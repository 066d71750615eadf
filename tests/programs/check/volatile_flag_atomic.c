// selvage-check: verified
// shows: linked with --selvage-volatile=atomic a volatile flag orders what comes before it, and is no race
// cflags: --selvage-volatile=atomic
#include <pthread.h>

static volatile int ready;
static int message;

static void* sender(void* unused) {
  message = 42;
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sender, 0);
  if (ready)
    if (message != 42) return 1;
  pthread_join(thread, 0);
  return 0;
}
