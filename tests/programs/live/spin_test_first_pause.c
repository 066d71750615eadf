// selvage-live: verified
// shows: test-and-test-and-set with a pause in the inner loop
// mutex-twin: mutex_counter.c
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;
static int counter;

static void lock(void) {
  while (atomic_exchange_explicit(&locked, 1, memory_order_acquire)) {
    while (atomic_load_explicit(&locked, memory_order_relaxed)) __builtin_ia32_pause();
  }
}

static void unlock(void) { atomic_store_explicit(&locked, 0, memory_order_release); }

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
