// Nine hundred threads, one after the other: clocks are as wide as all of them.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int value;
static void* work(void* unused) {
  value++;
  return unused;
}
int main(void) {
  for (int i = 0; i < 900; i++) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    value++;
    pthread_join(thread, 0);
  }
}
