// selvage-live: bug
// shows: a thread for which only time is left may be cancelled before it has passed
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int begun;

static void* polls(void* unused) {
  time_t deadline = time(0) + 5;
  atomic_store(&begun, 1);
  while (time(0) < deadline) usleep(1000);
  return unused;
}

int main(void) {
  pthread_t thread;
  void* result;
  pthread_create(&thread, 0, polls, 0);
  while (!atomic_load(&begun)) {
  }
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result != PTHREAD_CANCELED);  // finding
  return 0;
}
