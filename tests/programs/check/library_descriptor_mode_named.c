// selvage-check: bounded
// shows: a change of O_NONBLOCK beside other threads is no step, and the verdict says so
// gaps: library_calls
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* set_mode(void* unused) {
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return unused;
}

int main(void) {
  char byte = 'x';
  if (pipe(ends) != 0 || write(ends[1], &byte, 1) != 1) return 1;
  pthread_t thread;
  pthread_create(&thread, 0, set_mode, 0);
  long length = read(ends[0], &byte, 1);
  pthread_join(thread, 0);
  return length != 1;
}
