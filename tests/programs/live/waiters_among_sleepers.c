// selvage-live: bug
// shows: a waiter counts where everybody else who could go on is asleep: what it waits for may come before all of them
// finding: assertion, livelock
// strategies: source, classic, dfs
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void* add(void* unused) {
  atomic_fetch_add(&x, 2);
  return unused;
}

static void* pulse(void* unused) {
  atomic_fetch_add(&y, 1);
  int one = 1;
  atomic_compare_exchange_strong(&y, &one, 0);
  return unused;
}

static void* wait(void* unused) {
  while (atomic_load(&y) == 0) continue;
  atomic_fetch_add(&y, 1);
  atomic_store(&x, 0);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, add, 0);
  pthread_create(&threads[1], 0, pulse, 0);
  pthread_create(&threads[2], 0, wait, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(!(x == 2 && y == 2));  // finding
  return 0;
}
