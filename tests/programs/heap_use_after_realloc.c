// selvage-test: a pointer into an array that another thread makes larger
// expect: completed, memory-error
// finding: read of 4 bytes at offset 12 of a block of 16 bytes that was freed
// plain-exit: skip
#include <pthread.h>
#include <stdlib.h>

static int* array;
static int seen;

static void* reads(void* unused) {
  int* last = &array[3];
  seen = *last;
  return unused;
}

static void* grows(void* unused) {
  array = realloc(array, 8 * sizeof *array);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  array = calloc(4, sizeof *array);
  pthread_create(&threads[0], NULL, reads, NULL);
  pthread_create(&threads[1], NULL, grows, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  free(array);
  return 0;
}
