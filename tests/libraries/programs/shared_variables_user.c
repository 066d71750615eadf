// Three threads call the library.
#include <pthread.h>
#include <stddef.h>

enum { kThreads = 3, kSteps = 6 };

void step(void);

static void* work(void* unused) {
  for (int i = 0; i < kSteps; i++) step();
  return unused;
}

int main(void) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], NULL);
  return 0;
}
