// selvage-test: abort in one of two threads ends the execution as an abort
// expect: abort
// plain-exit: skip
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

static void* gives_up(void* unused) {
  sched_yield();
  abort();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, gives_up, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
