// selvage-check: bug
// shows: a signal that every thread blocks is the first one's that lets it through
// finding: assertion
// strategies: source, classic, dfs
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static _Thread_local int number;
static int handled_by;
static sigset_t set;

static void handle(int signal) {
  (void)signal;
  handled_by = number;
}

static void* let_through(void* unused) {
  number = 1;
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  return unused;
}

int main(void) {
  pthread_t other;
  signal(SIGUSR1, handle);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  kill(getpid(), SIGUSR1);
  pthread_create(&other, NULL, let_through, NULL);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  pthread_join(other, NULL);
  assert(handled_by == 0);
  return 0;
}
