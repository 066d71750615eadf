// A thread that runs for ever where another comes first, without anything that is seen.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int order;
static void* work(void* unused) {
  if (atomic_load(&order) == 1)
    for (;;) __asm__ volatile("");
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  atomic_store(&order, 1);
  pthread_join(thread, 0);
}
