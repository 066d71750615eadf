// selvage-test: a read from a pipe whose write end stays open and silent is a deadlock
// expect: deadlock
// plain-exit: skip
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* reads(void* unused) {
  char byte;
  if (read(ends[0], &byte, 1) == 1) return &ends;
  return unused;
}

int main(void) {
  pthread_t thread;
  if (pipe(ends) != 0) return 1;
  pthread_create(&thread, NULL, reads, NULL);
  pthread_join(thread, NULL);
  return 0;
}
