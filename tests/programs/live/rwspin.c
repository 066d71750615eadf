// selvage-live: verified
// shows: a spinlock for readers and writers: a counter of readers, or -1 for a writer
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;
static int low, high;

static void read_lock(void) {
  for (;;) {
    int seen = atomic_load(&state);
    if (seen >= 0 && atomic_compare_exchange_strong(&state, &seen, seen + 1)) return;
  }
}

static void write_lock(void) {
  for (;;) {
    int seen = 0;
    if (atomic_compare_exchange_strong(&state, &seen, -1)) return;
  }
}

static void* writes(void* unused) {
  write_lock();
  low++;
  high++;
  atomic_store(&state, 0);
  return unused;
}

static void* reads(void* unused) {
  read_lock();
  assert(low == high);
  atomic_fetch_sub(&state, 1);
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
