// selvage-live: bug
// shows: a thread that takes a spinlock it already holds
// finding: livelock
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag locked = ATOMIC_FLAG_INIT;
static int counter;

static void lock(void) {
  while (atomic_flag_test_and_set(&locked)) continue;
}

static void increment(void) {
  lock();
  counter++;
  atomic_flag_clear(&locked);
}

static void* enters(void* unused) {
  lock();
  if (counter == 1) increment();
  counter++;
  atomic_flag_clear(&locked);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enters, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
