// selvage-test: a System V semaphore, which would be there still in the next execution, stops with a message
// expect: unmodelled
// plain-exit: skip
#include <pthread.h>
#include <sys/sem.h>

static void* worker(void* unused) {
  int semaphore = semget(0x53454c39, 1, IPC_CREAT | 0600);
  semctl(semaphore, 0, SETVAL, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
