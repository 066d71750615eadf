// selvage-live: bug
// shows: the reader of a seqlock waits for the writer to finish but does not look again afterwards
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
  while (atomic_load(&sequence) % 2) continue;
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
