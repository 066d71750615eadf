// A thread that allocates and fills memory for ever, without a step in between.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
static atomic_int order;
static void* work(void* unused) {
  order++;
  for (;;) {
    char* block = malloc(1 << 20);
    if (!block) return unused;
    memset(block, 1, 1 << 20);
  }
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  order += 2;
  pthread_join(thread, 0);
}
