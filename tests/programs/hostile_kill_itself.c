// selvage-test: a thread sends SIGKILL to its own process
// expect: killed
// plain-exit: skip
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void* kills(void* unused) {
  kill(getpid(), SIGKILL);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, kills, NULL);
  pthread_join(thread, NULL);
  return 0;
}
