// selvage-check: bug
// shows: every other way to go on fails, but a thread may end the program first, and what its exit handler reads races
// finding: data-race
// check-options: --check=race
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int written;

static void last(void) { assert(written < 2); }

static void* ends(void* unused) {
  (void)unused;
  exit(0);
}

static void* writes(void* unused) {
  written = 1;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  atexit(last);
  pthread_create(&threads[0], NULL, ends, NULL);
  pthread_create(&threads[1], NULL, writes, NULL);
  pthread_join(threads[1], NULL);
  assert(!"always");
}
