// A hundred threads that meet at one variable.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int value;
static void* work(void* number) {
  int seen = atomic_load(&value);
  atomic_store(&value, seen + (int)(long)number);
  return 0;
}
int main(void) {
  pthread_t threads[100];
  for (long i = 0; i < 100; i++) pthread_create(&threads[i], 0, work, (void*)i);
  for (int i = 0; i < 100; i++) pthread_join(threads[i], 0);
}
