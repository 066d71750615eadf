// selvage-test: _exit in a thread ends the process without running exit handlers, also while others run
// run-options: --exit-status 4
// expect: completed
// plain-exit: 4
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

static void handler(void) { assert(!"_exit ran an exit handler"); }

static void* leaves(void* unused) {
  (void)unused;
  sched_yield();
  _exit(4);
}

int main(void) {
  pthread_t thread;
  atexit(handler);
  assert(pthread_create(&thread, NULL, leaves, NULL) == 0);
  pthread_join(thread, NULL);
  assert(!"the process went on after _exit");
}
