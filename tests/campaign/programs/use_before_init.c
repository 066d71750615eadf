// campaign: a thread uses what its creator sets after having created it
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int ready;
static void* use(void* unused) {
  (void)unused;
  assert(ready);
  return 0;
}
int main(void) {
  pthread_t thread;
#ifdef FIXED
  ready = 1;
#endif
  pthread_create(&thread, 0, use, 0);
  ready = 1;
  pthread_join(thread, 0);
  return 0;
}
