// selvage-test: a thread spins for ever without a visible operation
// expect: stuck
// run-options: --watchdog 1
// carrier-executions: 2
// plain-exit: skip
// executions: 3
#include <pthread.h>

static void* spins(void* unused) {
  for (;;) __asm__ volatile("pause");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, spins, NULL);
  pthread_join(thread, NULL);
  return 0;
}
