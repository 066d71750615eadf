// selvage-test: an integer division by zero in a thread is a crash
// expect: crash
// plain-exit: skip
#include <pthread.h>

static volatile int numerator = 1, denominator, quotient;

static void* divides(void* unused) {
  quotient = numerator / denominator;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, divides, NULL);
  pthread_join(thread, NULL);
  return 0;
}
