// selvage-live: verified
// shows: test-and-test-and-set that yields while the lock is held
// mutex-twin: mutex_counter.c
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int locked;
static int counter;

static void lock(void) {
  for (;;) {
    if (!atomic_load(&locked) && !atomic_exchange(&locked, 1)) return;
    sched_yield();
  }
}

static void unlock(void) { atomic_store(&locked, 0); }

static void* increments(void* unused) {
  lock();
  counter++;
  unlock();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, increments, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 2);
  return 0;
}
