// selvage-test: a search that goes on to the left of its array
// expect: memory-error
// finding: read of 2 bytes 2 bytes before a block of 32 bytes
// plain-exit: skip
#include <pthread.h>
#include <stdlib.h>

static short* volatile numbers;

static void* searches(void* unused) {
  int i = 15;
  while (numbers[i] != 7) i--;
  return unused;
}

int main(void) {
  pthread_t thread;
  numbers = calloc(16, sizeof *numbers);
  pthread_create(&thread, NULL, searches, NULL);
  pthread_join(thread, NULL);
  free(numbers);
  return 0;
}
