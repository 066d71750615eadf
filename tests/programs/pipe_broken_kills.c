// selvage-test: without a handler, a write to a pipe without readers kills the process by SIGPIPE
// expect: killed
// plain-exit: skip
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];

static void* closes(void* unused) {
  close(ends[0]);
  return unused;
}

int main(void) {
  pthread_t thread;
  signal(SIGPIPE, SIG_DFL);
  if (pipe(ends) != 0) return 1;
  pthread_create(&thread, NULL, closes, NULL);
  pthread_join(thread, NULL);
  ssize_t count = write(ends[1], "x", 1);
  assert(count == 1 && !"the process survived SIGPIPE");
  return 0;
}
