// campaign: a reader looks at the sequence number only once
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int sequence, low, high;
static void* write_both(void* unused) {
  (void)unused;
  sequence++;
  low = 1;
  high = 1;
  sequence++;
  return 0;
}
static void* read_both(void* unused) {
  (void)unused;
  int before = sequence;
  if (before % 2) return 0;
  int one = low, other = high;
#ifdef FIXED
  if (sequence != before) return 0;
#endif
  assert(one == other);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, write_both, 0);
  pthread_create(&threads[1], 0, read_both, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
