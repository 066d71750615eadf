// selvage-test: pthread_kill runs the handler in the thread it names, once per signal, and returns 0
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>

static pthread_t target;
static sem_t handled;
static volatile sig_atomic_t calls;

static void handler(int number) {
  assert(number == SIGUSR1);
  assert(pthread_equal(pthread_self(), target));
  calls++;
  sem_post(&handled);
}

static void* waits(void* unused) {
  while (sem_wait(&handled) != 0) continue;
  assert(calls == 1);
  return unused;
}

int main(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  sem_init(&handled, 0, 0);
  assert(sigaction(SIGUSR1, &action, NULL) == 0);
  assert(pthread_create(&target, NULL, waits, NULL) == 0);
  assert(pthread_kill(target, SIGUSR1) == 0);
  assert(pthread_join(target, NULL) == 0);
  assert(calls == 1);
  return 0;
}
