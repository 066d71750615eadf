// selvage-live: bug
// shows: a spinlock whose release is relaxed: threads take turns, but nothing orders what they do inside
// finding: data-race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;
static int counter;

static void* increments(void* unused) {
  while (atomic_exchange_explicit(&locked, 1, memory_order_acquire)) continue;
  counter++;  // finding
  atomic_store_explicit(&locked, 0, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, increments, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
