// selvage-test: pthread_kill with a signal whose default action is to terminate kills the whole process
// expect: killed
// plain-exit: skip
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sem_t never;

static void* waits(void* unused) {
  sem_wait(&never);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&never, 0, 0);
  pthread_create(&thread, NULL, waits, NULL);
  pthread_kill(thread, SIGTERM);
  pthread_join(thread, NULL);
  assert(!"the process survived SIGTERM");
  return 0;
}
