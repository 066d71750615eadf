// selvage-test: a named semaphore that an execution leaves behind is gone in the next one
// expect: completed
// plain-exit: skip
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static void* creates(void* unused) {
  int value = -1;
  sem_t* fresh = sem_open("/selvage-test-left-behind", O_CREAT | O_EXCL, 0600, 3);
  assert(fresh != SEM_FAILED);
  assert(sem_post(fresh) == 0);
  assert(sem_getvalue(fresh, &value) == 0 && value == 4);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, creates, NULL);
  pthread_join(thread, NULL);
  return 0;
}
