// selvage-live: verified
// shows: a seqlock whose reader waits in an inner loop until no writer is at work
// unfair: depth
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
    while ((before = atomic_load(&sequence)) % 2) __builtin_ia32_pause();
    seen_low = atomic_load(&low);
    seen_high = atomic_load(&high);
  } while (atomic_load(&sequence) != before);
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
