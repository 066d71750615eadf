// selvage-test: sigwait takes a blocked signal sent before or during the wait; sigtimedwait gives EAGAIN without one
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

static sigset_t set;

static void* waits(void* unused) {
  int number = 0;
  struct timespec none = {0};
  assert(sigwait(&set, &number) == 0);
  assert(number == SIGUSR1);
  assert(sigwait(&set, &number) == 0);
  assert(number == SIGUSR2);
  errno = 0;
  assert(sigtimedwait(&set, NULL, &none) == -1 && errno == EAGAIN);
  return unused;
}

int main(void) {
  pthread_t thread;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  assert(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
  sigaddset(&set, SIGUSR2);
  assert(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
  pthread_create(&thread, NULL, waits, NULL);
  assert(pthread_kill(thread, SIGUSR1) == 0);
  assert(pthread_kill(thread, SIGUSR2) == 0);
  pthread_join(thread, NULL);
  return 0;
}
