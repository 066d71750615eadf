// selvage-test: a handled signal makes a blocked sem_wait return EINTR in some schedules; no token is lost
// expect: completed, assertion
// plain-exit: skip
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static sem_t finish;

static void handler(int number) {
  (void)number;
  sem_post(&finish);
}

static void* waits(void* unused) {
  int interrupted = 0;
  while (sem_wait(&finish) != 0) {
    if (errno != EINTR) abort();
    interrupted = 1;
  }
  assert(!interrupted);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  sigaction(SIGUSR2, &action, NULL);
  sem_init(&finish, 0, 0);
  pthread_create(&thread, NULL, waits, NULL);
  pthread_kill(thread, SIGUSR2);
  pthread_join(thread, NULL);
  return 0;
}
