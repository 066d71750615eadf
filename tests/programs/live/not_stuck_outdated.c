// selvage-live: verified
// shows: a thread that polls two flags stands before the second one when the first is set: it would look again
// strategies: source, classic
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second;

static void* polls(void* unused) {
  for (;;) {
    if (first) break;
    if (second) break;
  }
  return unused;
}

static void* sets(void* unused) {
  first = 1;
  return unused;
}

int main(void) {
  pthread_t poller, setter;
  pthread_create(&poller, 0, polls, 0);
  pthread_create(&setter, 0, sets, 0);
  pthread_join(setter, 0);
  return 0;
}
