// selvage-live: verified
// shows: a thread that never ends polls for work, which nobody has for it before the program ends
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int job;

static void* works(void* unused) {
  (void)unused;
  for (;;) {
    while (!atomic_load(&job)) sched_yield();
    atomic_store(&job, 0);
  }
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, works, NULL);
  return 0;
}
