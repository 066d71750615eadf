// selvage-test: quick_exit runs its own handlers in reverse order and no atexit handler
// run-options: --exit-status 5
// expect: completed
// plain-exit: 5
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int next = 2;

static void second(void) { assert(next-- == 1); }
static void first(void) { assert(next-- == 2); }
static void never(void) { assert(!"quick_exit ran an atexit handler"); }

static void* leaves(void* unused) {
  (void)unused;
  at_quick_exit(first);
  quick_exit(5);
}

int main(void) {
  pthread_t thread;
  atexit(never);
  at_quick_exit(second);
  assert(pthread_create(&thread, NULL, leaves, NULL) == 0);
  pthread_join(thread, NULL);
  assert(!"the process went on after quick_exit");
}
