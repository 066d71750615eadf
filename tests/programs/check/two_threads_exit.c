// selvage-check: bug
// shows: of two threads that end the program the one whose exit handler asserts may be the one that gets there
// finding: assertion
// strategies: classic, dfs
// check-options: --check assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static _Thread_local int is_first;
static _Atomic int count;

static void check_end(void) {
  count++;
  assert(!is_first);  // finding
}

static void *end(void *unused) {
  _exit(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  atexit(check_end);
  pthread_create(&thread, 0, end, 0);
  is_first = 1;
  count++;
  return 0;
}
