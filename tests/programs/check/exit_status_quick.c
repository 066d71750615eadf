// selvage-check: bug
// shows: quick_exit, _exit and _Exit with a status, each in one interleaving
// finding: exit-status
// findings: 3
// strategies: source, dfs
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int step;

static void *mark(void *unused) {
  step = 1;
  step = 2;
  step = 3;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, mark, NULL);
  switch (step) {
    case 1:
      quick_exit(4);  // finding
    case 2:
      _exit(5);  // finding
    case 3:
      _Exit(6);  // finding
    default:
      break;
  }
  pthread_join(thread, NULL);
  return 0;
}
