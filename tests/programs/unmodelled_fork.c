// selvage-test: fork after threads have started stops with a message, and no child is left behind
// expect: unmodelled
// plain-exit: skip
#include <pthread.h>
#include <sys/types.h>
#include <unistd.h>

static void* forks(void* unused) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, forks, NULL);
  pthread_join(thread, NULL);
  return 0;
}
