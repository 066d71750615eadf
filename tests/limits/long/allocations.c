// STEPS steps with a block of memory for every two.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_long sum;
static void* work(void* unused) {
  for (int i = 0; i < STEPS / 2; i++) {
    long* block = malloc(sizeof *block);
    *block = i;
    atomic_exchange(&sum, *block);
    free(block);
  }
  return unused;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, work, 0);
  pthread_create(&other, 0, work, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
}
