// A program that does not come to its end: what it does at exit goes round and allocates.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
static atomic_int order;
static void at_end(void) {
  while (order == 3) memset(malloc(1 << 12), 1, 1 << 12);
}
static void* work(void* unused) {
  order = order * 2 + 1;
  return unused;
}
int main(void) {
  atexit(at_end);
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  order = order * 2 + 1;
  pthread_join(thread, 0);
}
