// selvage-live: bug
// shows: a thread that sleeps for long may still come before one that does not
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int ready;

static void* works(void* unused) {
  atomic_store(&ready, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, works, NULL);
  usleep(100000);
  assert(atomic_load(&ready));  // finding
  pthread_join(thread, NULL);
  return 0;
}
