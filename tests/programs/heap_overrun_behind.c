// selvage-test: a loop that runs one element too far
// expect: memory-error
// finding: write of 4 bytes 0 bytes behind the end of a block of 20 bytes, allocated at
// plain-exit: skip
#include <pthread.h>
#include <stdlib.h>

static int* numbers;

static void* fills(void* unused) {
  for (int i = 0; i <= 5; i++) numbers[i] = i;
  return unused;
}

int main(void) {
  pthread_t thread;
  numbers = malloc(5 * sizeof *numbers);  // before there is a second thread
  pthread_create(&thread, NULL, fills, NULL);
  pthread_join(thread, NULL);
  free(numbers);
  return 0;
}
