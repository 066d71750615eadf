// campaign: the consumer sees the index before the element
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int slots[4], tail;
static void* produce(void* unused) {
  (void)unused;
  for (int i = 0; i < 3; i++) {
#ifdef FIXED
    slots[i] = i + 1;
    tail = i + 1;
#else
    tail = i + 1;
    slots[i] = i + 1;
#endif
  }
  return 0;
}
static void* consume(void* unused) {
  (void)unused;
  int end = tail;
  for (int i = 0; i < end; i++) assert(slots[i] == i + 1);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, produce, 0);
  pthread_create(&threads[1], 0, consume, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
