// Threads that are alike, though each is handed a block of its own: each takes a number, and what it does then depends on it. With
// NUMBERED the blocks are numbered, and nobody looks at the numbers.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef N
#define N 5
#endif

struct order {
  atomic_int *taken, *last;
  long number;
  int times;
};

static atomic_int taken, last;

static void* work(void* argument) {
  struct order* order = argument;
  int number = atomic_fetch_add(order->taken, 1);
  if (number % 2 == 1)
    atomic_fetch_add(order->last, number);
  else
    atomic_store(order->last, number);
  order->times++;
  return order;
}

int main(void) {
  pthread_t threads[N];
  struct order* orders[N];
  for (int i = 0; i < N; i++) {
    orders[i] = calloc(1, sizeof *orders[i]);
    orders[i]->taken = &taken;
    orders[i]->last = &last;
#ifdef NUMBERED
    orders[i]->number = i;
#endif
    pthread_create(&threads[i], NULL, work, orders[i]);
  }
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < N; i++) {
    assert(orders[i]->times == 1);
    free(orders[i]);
  }
  assert(taken == N);
  return 0;
}
