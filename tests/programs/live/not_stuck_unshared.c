// selvage-live: verified
// shows: a thread that polls memory which is not known to be shared yet is not stuck when the program ends
// strategies: source, classic
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* polls(void* unused) {
  int seen = 0;
  while (seen != 42) atomic_compare_exchange_strong(&x, &seen, 17);
  return unused;
}

static void* sets(void* unused) {
  x = 42;
  return unused;
}

int main(void) {
  pthread_t poller, setter;
  pthread_create(&poller, 0, polls, 0);
  pthread_create(&setter, 0, sets, 0);
  pthread_join(setter, 0);
  return 0;
}
