// selvage-live: bug
// shows: the reader of a seqlock compares the sequence numbers but takes an odd one for a good one
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int low, high;

static void* writes(void* unused) {
  atomic_fetch_add(&sequence, 1);
  atomic_store(&low, 1);
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
  } while (atomic_load(&sequence) != before);
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
