// selvage-live: verified
// shows: exponential back-off: each failed attempt pauses for longer, up to a limit
// mutex-twin: mutex_counter.c
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;
static int counter;

static void lock(void) {
  int delay = 1;
  while (atomic_exchange_explicit(&locked, 1, memory_order_acquire)) {
    for (int i = 0; i < delay; i++) __builtin_ia32_pause();
    if (delay < 4) delay *= 2;
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
