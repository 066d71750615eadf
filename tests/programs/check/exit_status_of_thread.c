// selvage-check: bug
// shows: a thread ends the program with a status when it was overtaken; who comes first, main or the thread, is open
// finding: exit-status
// findings: 1
// strategies: source, classic, dfs
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int turn;

static void *check(void *unused) {
  if (turn != 0)
    exit(3);  // finding
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, check, NULL);
  turn = 1;
  pthread_join(thread, NULL);
  return 0;
}
