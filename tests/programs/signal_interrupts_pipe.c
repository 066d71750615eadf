// selvage-test: a handled signal ends a blocked read with EINTR, or not when SA_RESTART is set
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static int ends[2];
static sem_t handled;

static void handler(int number) {
  (void)number;
  sem_post(&handled);
}

static void* reads(void* unused) {
  char byte = 0;
  ssize_t count;
  while ((count = read(ends[0], &byte, 1)) == -1) assert(errno == EINTR);
  assert(count == 1 && byte == 'a');
  assert(read(ends[0], &byte, 1) == 1 && byte == 'b');  // only SIGUSR2 comes, which restarts
  return unused;
}

static void install(int number, int flags) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  assert(sigaction(number, &action, NULL) == 0);
}

int main(void) {
  pthread_t thread;
  sem_init(&handled, 0, 0);
  install(SIGUSR1, 0);
  install(SIGUSR2, SA_RESTART);
  assert(pipe(ends) == 0);
  pthread_create(&thread, NULL, reads, NULL);
  assert(pthread_kill(thread, SIGUSR1) == 0);
  assert(sem_wait(&handled) == 0);
  assert(write(ends[1], "a", 1) == 1);
  assert(pthread_kill(thread, SIGUSR2) == 0);
  assert(sem_wait(&handled) == 0);
  assert(write(ends[1], "b", 1) == 1);
  pthread_join(thread, NULL);
  return 0;
}
