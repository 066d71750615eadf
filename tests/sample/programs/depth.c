// A bug of depth 3: a write before a read, that before a second write, that before a second read. NOISE steps more.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value, noise;

static void* write_twice(void* unused) {
  (void)unused;
  for (int i = 0; i < NOISE; i++) noise++;
  value = 1;
  value = 2;
  return 0;
}

static void* read_twice(void* unused) {
  (void)unused;
  for (int i = 0; i < NOISE; i++) noise++;
  int first = value, second = value;
  assert(!(first == 1 && second == 2));
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, write_twice, 0);
  pthread_create(&threads[1], 0, read_twice, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
