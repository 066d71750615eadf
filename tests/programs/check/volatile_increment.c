// selvage-check: bug
// shows: an increment of a volatile variable is a load and a store, also where those are atomic
// finding: assertion
// cflags: --selvage-volatile=atomic
#include <assert.h>
#include <pthread.h>

static volatile int count;

static void* increment(void* unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, increment, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  assert(count == 2);  // finding
  return 0;
}
