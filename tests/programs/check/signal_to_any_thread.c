// selvage-check: bug
// shows: a signal to the process goes to any thread that does not block it: who comes first, the signal or the mask, matters
// finding: assertion
// strategies: source, classic, dfs
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static _Thread_local int number;
static int handled_by;

static void handle(int signal) {
  (void)signal;
  handled_by = number;
}

static void* send(void* unused) {
  number = 1;
  kill(getpid(), SIGUSR1);
  return unused;
}

int main(void) {
  pthread_t sender;
  sigset_t set;
  signal(SIGUSR1, handle);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_create(&sender, NULL, send, NULL);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_join(sender, NULL);
  assert(handled_by == 1);
  return 0;
}
