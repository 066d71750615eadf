// selvage-live: bug
// shows: a writer that waits for other writers only
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state, low, high;

static void read_lock(void) {
  for (;;) {
    int seen = atomic_load(&state);
    if (seen >= 0 && atomic_compare_exchange_strong(&state, &seen, seen + 1)) return;
  }
}

static void* writes(void* unused) {
  while (atomic_exchange(&state, -1) < 0) continue;
  atomic_store(&low, 1);
  atomic_store(&high, 1);
  atomic_store(&state, 0);
  return unused;
}

static void* reads(void* unused) {
  read_lock();
  int seen_low = atomic_load(&low);
  int seen_high = atomic_load(&high);
  assert(seen_low == seen_high);  // finding
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, writes, NULL);
  pthread_create(&second, NULL, reads, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
