// selvage-test: an index far beyond everything that was ever allocated
// expect: memory-error
// finding: read of 8 bytes of heap that was never allocated
// plain-exit: skip
#include <pthread.h>
#include <stdlib.h>

static long* volatile numbers;
static volatile long seen, far = 1 << 20;

static void* reads(void* unused) {
  numbers = malloc(10 * sizeof *numbers);
  seen = numbers[far];
  free(numbers);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reads, NULL);
  pthread_join(thread, NULL);
  return 0;
}
