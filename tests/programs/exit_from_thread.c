// selvage-test: exit in a thread ends the process with its status and runs the handlers in that thread
// run-options: --exit-status 3
// expect: completed
// plain-exit: 3
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static pthread_t exiting;
static int handled;

static void handler(void) {
  assert(pthread_equal(pthread_self(), exiting));
  assert(++handled == 1);
}

static void* leaves(void* unused) {
  (void)unused;
  exiting = pthread_self();
  exit(3);
}

int main(void) {
  pthread_t thread;
  sem_t never;
  sem_init(&never, 0, 0);
  atexit(handler);
  assert(pthread_create(&thread, NULL, leaves, NULL) == 0);
  sem_wait(&never);
  assert(!"the process went on after exit");
}
