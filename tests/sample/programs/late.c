// One thread reads after NOISE steps of its own; the assertion fails where the other has not written by then.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value, noise;

static void* write_once(void* unused) {
  (void)unused;
  value = 1;
  return 0;
}

static void* read_late(void* unused) {
  (void)unused;
  for (int i = 0; i < NOISE; i++) noise++;
  assert(value == 1);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, write_once, 0);
  pthread_create(&threads[1], 0, read_late, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  noise++;  // by a second thread: only then are these steps to switch at
  return 0;
}
