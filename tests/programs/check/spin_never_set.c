// selvage-check: bug
// shows: a flag that nobody sets is waited for for ever
// finding: livelock
// executions: 1
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int ready;

static void* waits(void* unused) {
  while (!atomic_load(&ready)) usleep(100);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  pthread_join(thread, NULL);
  return 0;
}
