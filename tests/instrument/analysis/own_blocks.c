// Threads that are handed blocks of their own, which they keep to themselves, while their creator compares what it knows.
#include <pthread.h>
#include <stdlib.h>

struct order {
  int number;
};

// CHECK: threads are told apart by nothing
// CHECK: with blocks of their own by nothing
static struct order* orders[2];

static void* works(void* argument) {
  struct order* order = argument;
  // CHECK-DAG: works:[[@LINE+1]] order->number reads {main}
  if (order != NULL) order->number++;
  return order;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    orders[i] = calloc(1, sizeof *orders[i]);
    pthread_create(&threads[i], NULL, works, orders[i]);
  }
  void* result = NULL;
  for (int i = 0; i < 2; i++) pthread_join(threads[i], &result);
  return result == orders[1];
}
