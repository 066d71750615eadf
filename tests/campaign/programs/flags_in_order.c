// campaign: two flags are read in the order in which they are written
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int first, second;
static void* set(void* unused) {
  (void)unused;
  first = 1;
  second = 1;
  return 0;
}
static void* look(void* unused) {
  (void)unused;
#ifdef FIXED
  int later = second;
  int earlier = first;
#else
  int earlier = first;
  int later = second;
#endif
  assert(!(later && !earlier));
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, set, 0);
  pthread_create(&threads[1], 0, look, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
