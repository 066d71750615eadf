// Every execution fills 300 MiB of memory.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
static atomic_int order;
static void* work(void* number) {
  char* blocks[100];
  for (int i = 0; i < 100; i++) {
    blocks[i] = malloc(1 << 20);
    memset(blocks[i], (int)(long)number, 1 << 20);
    order = order * 2 + (int)(long)number;
  }
  for (int i = 0; i < 100; i++) free(blocks[i]);
  return 0;
}
int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, work, (void*)i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
}
