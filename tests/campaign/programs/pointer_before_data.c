// campaign: a pointer is published before what it points to
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int data;
static atomic_int published;
static void* produce(void* unused) {
  (void)unused;
#ifdef FIXED
  data = 7;
  published = 1;
#else
  published = 1;
  data = 7;
#endif
  return 0;
}
static void* consume(void* unused) {
  (void)unused;
  if (published) assert(data == 7);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, produce, 0);
  pthread_create(&threads[1], 0, consume, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
