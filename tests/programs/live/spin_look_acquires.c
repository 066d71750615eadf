// selvage-live: bug
// shows: a lock whose look acquires, and whose exchange does not: who looked before the last owner came is not ordered
// finding: data-race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;
static int counter;

static void lock(void) {
  do {
    while (atomic_load_explicit(&locked, memory_order_acquire)) continue;
  } while (atomic_exchange_explicit(&locked, 1, memory_order_relaxed));
}

static void unlock(void) { atomic_store_explicit(&locked, 0, memory_order_release); }

static void* increments(void* unused) {
  lock();
  counter++;  // finding
  unlock();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, increments, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
