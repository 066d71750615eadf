// A handler of signals that unknown code may have chosen: whatever has escaped may run in the midst of anything, so that
// thread-local memory that it accesses counts as shared.
#include <signal.h>

void elsewhere(struct sigaction* action);

static __thread int counted, never_handled;
static __thread int *counter, *note;

static void handler(int signal) {
  // CHECK-DAG: handler:[[@LINE+1]] *counter writes {counted}
  *counter = signal;
}

int main(void) {
  struct sigaction action = {.sa_handler = handler};
  counter = &counted;
  note = &never_handled;
  elsewhere(&action);
  sigaction(SIGALRM, &action, 0);
  // CHECK-NOT: {never_handled}
  *note = 1;
  return 0;
}
