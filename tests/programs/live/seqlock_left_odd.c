// selvage-live: bug
// shows: the writer of a seqlock returns early and leaves the sequence number odd: the reader waits for ever
// finding: livelock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int low, high;

static void* writes(void* unused) {
  atomic_fetch_add(&sequence, 1);
  atomic_store(&low, 1);
  if (atomic_load(&high) == 0) return unused;
  atomic_store(&high, 1);
  atomic_fetch_add(&sequence, 1);
  return unused;
}

static void* reads(void* unused) {
  unsigned before;
  int seen_low, seen_high;
  do {
    before = atomic_load(&sequence);
    seen_low = atomic_load(&low);
    seen_high = atomic_load(&high);
  } while (before % 2 || atomic_load(&sequence) != before);
  assert(seen_low == seen_high);
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
