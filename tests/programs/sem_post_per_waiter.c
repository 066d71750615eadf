// selvage-test: each post lets exactly one of the blocked threads go on
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t gate, passed_gate;
static atomic_int passed;

static void* waiter(void* unused) {
  sem_wait(&gate);
  atomic_fetch_add(&passed, 1);
  sem_post(&passed_gate);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  sem_init(&gate, 0, 0);
  sem_init(&passed_gate, 0, 0);
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, waiter, NULL);
  for (int i = 0; i < 3; i++) {
    assert(atomic_load(&passed) == i);
    sem_post(&gate);
    sem_wait(&passed_gate);
    sched_yield();
    assert(atomic_load(&passed) == i + 1);
  }
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
