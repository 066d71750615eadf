// selvage-test: a write to a pipe without readers gives EPIPE when SIGPIPE is ignored
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];

static void* closes(void* unused) {
  assert(close(ends[0]) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  signal(SIGPIPE, SIG_IGN);
  assert(pipe(ends) == 0);
  pthread_create(&thread, NULL, closes, NULL);
  ssize_t early = write(ends[1], "x", 1);
  assert(early == 1 || (early == -1 && errno == EPIPE));
  pthread_join(thread, NULL);
  errno = 0;
  assert(write(ends[1], "x", 1) == -1 && errno == EPIPE);
  return 0;
}
