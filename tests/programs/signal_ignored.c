// selvage-test: ignored signals and those whose default is to be ignored have no effect; numbers are checked
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t release;

static void* waits(void* unused) {
  assert(sem_wait(&release) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&release, 0, 0);
  signal(SIGUSR1, SIG_IGN);
  pthread_create(&thread, NULL, waits, NULL);
  assert(pthread_kill(thread, SIGUSR1) == 0);
  assert(pthread_kill(thread, SIGCHLD) == 0);
  assert(pthread_kill(thread, 0) == 0);
  assert(pthread_kill(thread, 1000) == EINVAL);
  assert(raise(SIGUSR1) == 0);
  assert(kill(getpid(), SIGUSR1) == 0);
  assert(kill(getpid(), 0) == 0);
  errno = 0;
  assert(kill(getpid(), -5) == -1 && errno == EINVAL);
  sem_post(&release);
  pthread_join(thread, NULL);
  return 0;
}
