// selvage-test: sigsuspend waits with another mask, runs the handler, returns EINTR and restores the mask
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t calls;

static void handler(int number) {
  (void)number;
  calls++;
}

static void* suspends(void* unused) {
  sigset_t open, mask;
  sigemptyset(&open);
  assert(calls == 0);
  errno = 0;
  assert(sigsuspend(&open) == -1 && errno == EINTR);
  assert(calls == 1);
  pthread_sigmask(SIG_BLOCK, NULL, &mask);
  assert(sigismember(&mask, SIGUSR1) == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  sigset_t blocked;
  signal(SIGUSR1, handler);
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &blocked, NULL);
  pthread_create(&thread, NULL, suspends, NULL);
  assert(pthread_kill(thread, SIGUSR1) == 0);
  pthread_join(thread, NULL);
  assert(calls == 1);
  return 0;
}
