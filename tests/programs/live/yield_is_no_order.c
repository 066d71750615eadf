// selvage-live: bug
// shows: a thread that yields may still be the next to run, any number of times
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int beats;

static void* beats_time(void* unused) {
  for (int i = 0; i < 4; i++) {
    atomic_fetch_add(&beats, 1);
    sched_yield();
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, beats_time, NULL);
  assert(atomic_load(&beats) != 4);  // finding
  pthread_join(thread, NULL);
  return 0;
}
