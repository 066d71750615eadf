// campaign: the last of 4 threads is overtaken by the first
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int first_done, last_done;
static void* work(void* number) {
  long self = (long)number;
  if (self == 0) {
    first_done = 1;
#ifdef FIXED
    assert(first_done);
#else
    assert(!last_done);
#endif
  }
  if (self == 3) last_done = 1;
  return 0;
}
int main(void) {
  pthread_t threads[4];
  for (long i = 0; i < 4; i++) pthread_create(&threads[i], 0, work, (void*)i);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
  return 0;
}
