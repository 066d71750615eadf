// selvage-test: a thread blocks every signal and then spins for ever
// expect: stuck
// run-options: --watchdog 1
// carrier-executions: 2
// plain-exit: skip
// executions: 2
#include <pthread.h>
#include <signal.h>

static void* spins(void* unused) {
  sigset_t everything;
  sigfillset(&everything);
  pthread_sigmask(SIG_SETMASK, &everything, NULL);
  for (;;) __asm__ volatile("pause");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, spins, NULL);
  pthread_join(thread, NULL);
  return 0;
}
