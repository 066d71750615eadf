// selvage-test: SA_RESETHAND runs the handler once; the second signal kills
// expect: killed
// plain-exit: skip
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

static volatile sig_atomic_t calls;

static void handler(int number) {
  (void)number;
  calls++;
}

static void* raises(void* unused) {
  raise(SIGUSR1);
  assert(calls == 1);
  raise(SIGUSR1);
  assert(!"the second signal had no effect");
  return unused;
}

int main(void) {
  pthread_t thread;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = (int)SA_RESETHAND;
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&thread, NULL, raises, NULL);
  pthread_join(thread, NULL);
  return 0;
}
