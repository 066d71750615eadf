// campaign: a worker logs after the logger was closed
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int closed, stopping;
static void* work(void* unused) {
  (void)unused;
  if (!stopping) assert(!closed);
  return 0;
}
int main(void) {
  pthread_t worker;
  pthread_create(&worker, 0, work, 0);
  stopping = 1;
#ifdef FIXED
  pthread_join(worker, 0);
  closed = 1;
#else
  closed = 1;
  pthread_join(worker, 0);
#endif
  return 0;
}
