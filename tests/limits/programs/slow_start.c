// It takes seconds until the first thread is started, each time that the program is.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int value;
static void* work(void* unused) {
  for (int i = 0; i < 8; i++) value++;
  return unused;
}
int main(void) {
  for (long i = 0; i < 4000000000; i++) __asm__ volatile("" : "+r"(i));
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
}
