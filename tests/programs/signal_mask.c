// selvage-test: a blocked signal stays pending until unblocked; masks belong to threads and are inherited
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t calls;
static sigset_t user_signal;

static void handler(int number) {
  (void)number;
  calls++;
}

static void* inherits_the_mask(void* unused) {
  sigset_t mask, pending;
  assert(pthread_sigmask(SIG_BLOCK, NULL, &mask) == 0);
  assert(sigismember(&mask, SIGUSR1) == 1);
  assert(pthread_kill(pthread_self(), SIGUSR1) == 0);
  assert(calls == 0);
  assert(sigpending(&pending) == 0 && sigismember(&pending, SIGUSR1) == 1);
  assert(pthread_kill(pthread_self(), SIGUSR1) == 0);  // pending already: does not count twice
  assert(pthread_sigmask(SIG_UNBLOCK, &user_signal, NULL) == 0);
  assert(calls == 1);
  assert(sigpending(&pending) == 0 && sigismember(&pending, SIGUSR1) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  sigset_t mask;
  signal(SIGUSR1, handler);
  sigemptyset(&user_signal);
  sigaddset(&user_signal, SIGUSR1);
  assert(pthread_sigmask(SIG_SETMASK, &user_signal, NULL) == 0);
  pthread_create(&thread, NULL, inherits_the_mask, NULL);
  pthread_join(thread, NULL);
  assert(pthread_sigmask(SIG_BLOCK, NULL, &mask) == 0);
  assert(sigismember(&mask, SIGUSR1) == 1);  // unblocking in the thread changed nothing here
  return 0;
}
