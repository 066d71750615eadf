// STEPS stores to as many variables, each by both threads: as many races in one execution.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int values[STEPS / 2];
static void* work(void* number) {
  for (int i = 0; i < STEPS / 2; i++) atomic_store(&values[i], (int)(long)number);
  return 0;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, work, (void*)1);
  pthread_create(&other, 0, work, (void*)2);
  pthread_join(one, 0);
  pthread_join(other, 0);
}
