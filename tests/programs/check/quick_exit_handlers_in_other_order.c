// selvage-check: bug
// shows: the order in which threads register handlers of quick_exit decides in which order these run
// finding: assertion
// strategies: source, classic, dfs
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int is_closed;

static void use(void) { assert(!is_closed); }  // finding
static void close(void) { is_closed = 1; }

static void *open(void *unused) {
  at_quick_exit(close);
  return unused;
}

static void *begin_to_use(void *unused) {
  at_quick_exit(use);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, open, 0);
  pthread_create(&second, 0, begin_to_use, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  quick_exit(0);
}
