// STEPS steps by threads that come one after the other, of two hundred steps each.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int value;
static void* work(void* unused) {
  for (int i = 0; i < 198; i++) value++;
  return unused;
}
int main(void) {
  for (int i = 0; i < STEPS / 200; i++) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
  }
}
