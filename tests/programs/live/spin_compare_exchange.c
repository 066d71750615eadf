// selvage-live: verified
// shows: a test-and-set lock by compare-exchange, which changes nothing when it fails
// mutex-twin: mutex_counter_twice.c
// loops: 1
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;
static int counter;

static void lock(void) {
  int expected;
  do {
    expected = 0;
  } while (!atomic_compare_exchange_strong(&locked, &expected, 1));
}

static void unlock(void) { atomic_store(&locked, 0); }

static void* increments(void* unused) {
  for (int i = 0; i < 2; i++) {
    lock();
    counter++;
    unlock();
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, increments, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 4);
  return 0;
}
