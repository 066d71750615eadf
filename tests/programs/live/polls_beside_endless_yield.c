// selvage-live: bug
// shows: one thread polls under a mutex, another yields until memory changes that nothing writes: both go round for ever
// finding: livelock
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static _Atomic int said;
static volatile int never_written;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* poll(void* unused) {
  int seen;
  do {
    pthread_mutex_lock(&lock);  // finding
    seen = said;
    pthread_mutex_unlock(&lock);
  } while (seen == 0);
  return unused;
}

int main(void) {
  pthread_t poller;
  pthread_create(&poller, 0, poll, 0);
  while (never_written == 0) sched_yield();  // finding
  said = 1;
  pthread_join(poller, 0);
  return 0;
}
