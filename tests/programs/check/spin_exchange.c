// selvage-check: verified
// shows: a lock that is waited for by going round a loop costs what a mutex costs
// executions: 20
// strategies: source, classic
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int locked;
static int counter;

static void* increments(void* unused) {
  for (int i = 0; i < 3; i++) {
    while (atomic_exchange(&locked, 1)) sched_yield();
    counter++;
    atomic_store(&locked, 0);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, increments, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 6);
  return 0;
}
