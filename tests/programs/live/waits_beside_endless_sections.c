// selvage-live: bug
// shows: a thread comes to wait in its loop within a round of two others: only the rounds behind that show the same state
// finding: livelock
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* locks_for_ever(void* unused) {
  for (;;) {  // finding
    pthread_mutex_lock(&lock);  // finding
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, locks_for_ever, 0);
  pthread_create(&second, 0, locks_for_ever, 0);
  while (atomic_load_explicit(&ready, memory_order_relaxed) < 2) {  // finding
    sched_yield();
  }
  return 0;
}
