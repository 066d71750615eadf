// STEPS steps in which two threads take turns, by looking at a variable again and again.
#include <pthread.h>
#include <stdatomic.h>
static atomic_long turn;
static void* work(void* number) {
  for (int i = 0; i < STEPS / 4; i++) {
    while (atomic_load(&turn) % 2 != (long)number);
    atomic_fetch_add(&turn, 1);
  }
  return 0;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, work, (void*)0);
  pthread_create(&other, 0, work, (void*)1);
  pthread_join(one, 0);
  pthread_join(other, 0);
}
