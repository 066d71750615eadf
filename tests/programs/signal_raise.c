// selvage-test: raise and kill of the own process with a handler run it before they return, with the right arguments
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static __thread volatile sig_atomic_t calls;
static __thread volatile sig_atomic_t last_code;

static void handler(int number, siginfo_t* information, void* context) {
  sigset_t mask;
  assert(number == SIGUSR1 && information->si_signo == SIGUSR1 && context != NULL);
  assert(pthread_sigmask(SIG_BLOCK, NULL, &mask) == 0);
  assert(sigismember(&mask, SIGUSR1) == 1);  // the signal itself is blocked in its handler
  assert(sigismember(&mask, SIGUSR2) == 1);  // and so is what sa_mask says
  last_code = information->si_code;
  calls++;
}

static void* raises(void* unused) {
  sigset_t mask;
  for (int i = 0; i < 2; i++) {
    assert(raise(SIGUSR1) == 0);
    assert(calls == i + 1);
    assert(last_code == SI_TKILL || last_code == SI_USER);
  }
  assert(pthread_sigmask(SIG_BLOCK, NULL, &mask) == 0);
  assert(sigismember(&mask, SIGUSR1) == 0 && sigismember(&mask, SIGUSR2) == 0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  struct sigaction action, old;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO;
  sigaddset(&action.sa_mask, SIGUSR2);
  assert(sigaction(SIGUSR1, &action, &old) == 0 && old.sa_handler == SIG_DFL);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, raises, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(kill(getpid(), SIGUSR1) == 0);
  assert(calls == 1);
  return 0;
}
