// selvage-check: bug
// shows: whether a read waits depends on when O_NONBLOCK is set
// finding: assertion
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* set_mode(void* unused) {
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  write(ends[1], "x", 1);
  return unused;
}

int main(void) {
  pipe(ends);
  pthread_t thread;
  pthread_create(&thread, 0, set_mode, 0);
  char byte;
  long length = read(ends[0], &byte, 1);
  pthread_join(thread, 0);
  assert(length == 1);  // finding
}
