// selvage-test: a thread blocks every signal and then writes to address zero
// expect: crash
// plain-exit: skip
#include <pthread.h>
#include <signal.h>

static int* volatile nowhere;

static void* crashes(void* unused) {
  sigset_t everything;
  sigfillset(&everything);
  pthread_sigmask(SIG_SETMASK, &everything, NULL);
  *nowhere = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, crashes, NULL);
  pthread_join(thread, NULL);
  return 0;
}
