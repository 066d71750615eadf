// selvage-test: named semaphores: exclusive creation, opening twice gives one semaphore, unlinking, ENOENT
// expect: completed
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static const char name[] = "/selvage-test-sem-named";

static void* waits(void* unused) {
  sem_t* mine = sem_open(name, 0);
  assert(mine != SEM_FAILED);
  assert(sem_wait(mine) == 0);
  assert(sem_close(mine) == 0);
  return unused;
}

static void* nothing(void* argument) { return argument; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);  // from here on everything is part of the execution
  pthread_join(thread, NULL);
  errno = 0;
  assert(sem_open(name, 0) == SEM_FAILED && errno == ENOENT);
  sem_t* mine = sem_open(name, O_CREAT | O_EXCL, 0600, 0);
  assert(mine != SEM_FAILED);
  errno = 0;
  assert(sem_open(name, O_CREAT | O_EXCL, 0600, 0) == SEM_FAILED && errno == EEXIST);
  assert(sem_open(name, O_CREAT, 0600, 7) == mine);
  assert(sem_close(mine) == 0);
  pthread_create(&thread, NULL, waits, NULL);
  assert(sem_post(mine) == 0);
  pthread_join(thread, NULL);
  assert(sem_unlink(name) == 0);
  errno = 0;
  assert(sem_unlink(name) == -1 && errno == ENOENT);
  assert(sem_trywait(mine) == -1 && errno == EAGAIN);  // usable until closed
  assert(sem_close(mine) == 0);
  return 0;
}
