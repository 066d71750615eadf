// selvage-live: verified
// shows: a detached thread that the end of the program finds at work, but not waiting, is not stuck
#include <pthread.h>
#include <stdatomic.h>

static atomic_int steps;

static void* works(void* unused) {
  atomic_fetch_add(&steps, 1);
  atomic_fetch_add(&steps, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, works, NULL);
  pthread_detach(thread);
  return atomic_load(&steps) > 2;
}
