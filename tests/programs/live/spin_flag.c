// selvage-live: verified
// shows: a test-and-set lock by atomic_flag, acquire and release, three threads
// mutex-twin: mutex_counter_of_three.c
// loops: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag locked = ATOMIC_FLAG_INIT;
static int counter;

static void lock(void) {
  while (atomic_flag_test_and_set_explicit(&locked, memory_order_acquire)) continue;
}

static void unlock(void) { atomic_flag_clear_explicit(&locked, memory_order_release); }

static void* increments(void* unused) {
  lock();
  counter++;
  unlock();
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, increments, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(counter == 3);
  return 0;
}
