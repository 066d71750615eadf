// selvage-live: verified
// shows: the writers of a seqlock exclude each other by making the sequence number odd
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int low, high;

static void* writes(void* unused) {
  unsigned before;
  do {
    before = atomic_load(&sequence);
  } while (before % 2 || !atomic_compare_exchange_weak(&sequence, &before, before + 1));
  atomic_store(&low, atomic_load(&low) + 1);
  atomic_store(&high, atomic_load(&high) + 1);
  atomic_store(&sequence, before + 2);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, writes, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&sequence) == 4 && atomic_load(&low) == 2 && atomic_load(&high) == 2);
  return 0;
}
