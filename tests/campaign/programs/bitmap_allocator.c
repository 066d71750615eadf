// campaign: two threads set bits of one word by a read and a write
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint bits;
static void* set_bit(void* number) {
  unsigned bit = 1u << (long)number;
#ifdef FIXED
  atomic_fetch_or(&bits, bit);
#else
  bits = bits | bit;
#endif
  return 0;
}
int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, set_bit, (void*)i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(bits == 7);
  return 0;
}
