// selvage-live: verified
// shows: two spinlocks that are always taken in the same order
// mutex-twin: mutex_two_locks.c
// loops: 1
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag first = ATOMIC_FLAG_INIT, second = ATOMIC_FLAG_INIT;
static int balance[2] = {1, 1};

static void lock(atomic_flag* locked) {
  while (atomic_flag_test_and_set(locked)) continue;
}

static void* transfers(void* unused) {
  lock(&first);
  lock(&second);
  balance[0]--;
  balance[1]++;
  atomic_flag_clear(&second);
  atomic_flag_clear(&first);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, transfers, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(balance[0] == -1 && balance[1] == 3);
  return 0;
}
