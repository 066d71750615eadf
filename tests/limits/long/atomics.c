// STEPS updates of one variable, by two threads.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int value;
static void* work(void* number) {
  for (int i = 0; i < STEPS / 2; i++) atomic_exchange(&value, (int)(long)number);
  return 0;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, work, (void*)1);
  pthread_create(&other, 0, work, (void*)2);
  pthread_join(one, 0);
  pthread_join(other, 0);
}
