// selvage-test: a signal to the process is taken by the one thread that does not block it, or that waits for it
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t open_ready, handled;
static pthread_t open_thread;
static sigset_t both;

static void handler(int number) {
  assert(number == SIGUSR1);
  assert(pthread_equal(pthread_self(), open_thread));
  sem_post(&handled);
}

static void* does_not_block(void* unused) {
  sigset_t first;
  sigemptyset(&first);
  sigaddset(&first, SIGUSR1);
  open_thread = pthread_self();
  pthread_sigmask(SIG_UNBLOCK, &first, NULL);
  sem_post(&open_ready);
  while (sem_wait(&handled) != 0) continue;
  return unused;
}

static void* waits_for_it(void* unused) {
  sigset_t second;
  int number = 0;
  sigemptyset(&second);
  sigaddset(&second, SIGUSR2);
  assert(sigwait(&second, &number) == 0 && number == SIGUSR2);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&open_ready, 0, 0);
  sem_init(&handled, 0, 0);
  signal(SIGUSR1, handler);
  sigemptyset(&both);
  sigaddset(&both, SIGUSR1);
  sigaddset(&both, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &both, NULL);
  pthread_create(&threads[0], NULL, does_not_block, NULL);
  pthread_create(&threads[1], NULL, waits_for_it, NULL);
  sem_wait(&open_ready);
  assert(kill(getpid(), SIGUSR1) == 0);
  assert(kill(getpid(), SIGUSR2) == 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
