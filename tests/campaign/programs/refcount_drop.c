// campaign: the last reference is dropped while another is taken
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int references = 1, freed;
static void* take(void* unused) {
  (void)unused;
#ifdef FIXED
  int seen = references;
  do {
    if (seen == 0) return 0;
  } while (!atomic_compare_exchange_strong(&references, &seen, seen + 1));
#else
  if (references == 0) return 0;
  atomic_fetch_add(&references, 1);
#endif
  assert(!freed);
  if (atomic_fetch_sub(&references, 1) == 1) freed = 1;
  return 0;
}
static void* drop(void* unused) {
  (void)unused;
  if (atomic_fetch_sub(&references, 1) == 1) freed = 1;
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, take, 0);
  pthread_create(&threads[1], 0, drop, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
