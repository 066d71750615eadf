// A finding at the end of executions of ten thousand steps: it has to be made smaller, executed again, and shown.
// options: --keep-going
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int value, last;
static void* work(void* number) {
  for (int i = 0; i < 4000; i++) value++;
  last = (int)(long)number;
  return 0;
}
int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, (void*)(i + 1));
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  assert(last == 1);
}
