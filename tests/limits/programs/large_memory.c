// Every execution writes to 128 MiB of global memory, which is to be put back.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
static char memory[128 << 20];
static atomic_int order;
static void* work(void* number) {
  long own = (long)number;
  memset(memory + own * (64 << 20), (int)own + 1, 64 << 20);
  for (int i = 0; i < 10; i++) order = order * 2 + (int)own;
  return 0;
}
int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
