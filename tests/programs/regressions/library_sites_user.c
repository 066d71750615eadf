// Three threads call an instrumented shared library.
#include <pthread.h>
void step(void);
static void* work(void* unused) { for (int i = 0; i < 6; i++) step(); return unused; }
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
}
