// selvage-test: a return from main ends the process while one thread runs and another is blocked
// run-options: --exit-status 2
// expect: completed
// plain-exit: 2
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t never;
static atomic_int steps;

static void* runs(void* unused) {
  for (int i = 0; i < 20; i++) atomic_fetch_add(&steps, 1);
  return unused;
}

static void* blocks(void* unused) {
  sem_wait(&never);
  assert(!"nobody posts");
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&never, 0, 0);
  assert(pthread_create(&threads[0], NULL, runs, NULL) == 0);
  assert(pthread_create(&threads[1], NULL, blocks, NULL) == 0);
  sched_yield();
  return 2;
}
