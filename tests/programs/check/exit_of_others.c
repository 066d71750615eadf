// selvage-check: bug
// shows: two threads may end the program, and only one of them has its exit handlers run
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void last(void) { assert(!"nobody expects it to end this way"); }

static void* ends_at_once(void* unused) {
  (void)unused;
  _exit(0);
}

int main(void) {
  pthread_t thread;
  atexit(last);
  pthread_create(&thread, NULL, ends_at_once, NULL);
  return 0;
}
