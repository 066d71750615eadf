// campaign: an allocator hands one block out twice
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int free_count = 2, used[2];
static void* allocate(void* unused) {
  (void)unused;
#ifdef FIXED
  int block = atomic_fetch_sub(&free_count, 1) - 1;
#else
  int block = free_count - 1;
  free_count = block;
#endif
  if (block >= 0) assert(used[block]++ == 0);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, allocate, 0);
  pthread_create(&threads[1], 0, allocate, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
