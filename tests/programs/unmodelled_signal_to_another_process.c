// selvage-test: a signal to another process stops with a message and is not sent
// expect: unmodelled
// plain-exit: skip
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int value;

static void* worker(void* unused) {
  value++;
  kill(getppid(), SIGTERM);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
