// selvage-check: bug
// shows: of a program that ends with a status nobody expects that it lets all threads come to an end: one finding
// finding: exit-status
// findings: 1
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *wait(void *unused) {
  sem_wait(&never);
  return unused;
}

int main(void) {
  sem_init(&never, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, wait, NULL);
  return 1;  // finding
}
