// Threads that are handed blocks of their own: one makes its block known, so that a comparison could tell whose it is.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct order {
  int number;
  struct order* own;
};

// CHECK: threads are told apart by nothing
// CHECK: with blocks of their own by publishes:{{.*}}store
static struct order* orders[2];
static _Atomic(struct order*) first;

static void* publishes(void* argument) {
  struct order* order = argument;
  order->own = order;
  if (order->number == 0) atomic_store(&first, order);
  return order;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    orders[i] = calloc(1, sizeof *orders[i]);
    pthread_create(&threads[i], NULL, publishes, orders[i]);
  }
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return first == orders[0];
}
