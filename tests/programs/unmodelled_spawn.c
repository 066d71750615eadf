// selvage-test: posix_spawn stops with a message
// expect: unmodelled
// plain-exit: skip
#include <pthread.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/types.h>

extern char** environ;
static pid_t child;

static void* worker(void* unused) {
  char* arguments[] = {"true", NULL};
  posix_spawn(&child, "/bin/true", NULL, NULL, arguments, environ);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
