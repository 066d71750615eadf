// selvage-test: real-time signals queue: each one sent is received once, in order, with its value
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static sigset_t set;

static void* receives(void* unused) {
  for (int i = 1; i <= 3; i++) {
    siginfo_t information;
    assert(sigwaitinfo(&set, &information) == SIGRTMIN);
    assert(information.si_signo == SIGRTMIN && information.si_code == SI_QUEUE);
    assert(information.si_value.sival_int == i);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  sigemptyset(&set);
  sigaddset(&set, SIGRTMIN);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&thread, NULL, receives, NULL);
  for (int i = 1; i <= 3; i++) {
    union sigval value = {.sival_int = i};
    assert(pthread_sigqueue(thread, SIGRTMIN, value) == 0);
  }
  pthread_join(thread, NULL);
  return 0;
}
