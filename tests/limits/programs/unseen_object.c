// Code that is compiled without the wrapper goes round for ever under a lock of its own, after a while.
// unseen: unseen/busy.c
#include <pthread.h>
#include <stdatomic.h>
void busy(int rounds);
static atomic_int value;
static void* work(void* unused) {
  for (int i = 0; i < 20; i++) busy(atomic_fetch_add(&value, 1) == 38 ? -1 : 1000);
  return unused;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
