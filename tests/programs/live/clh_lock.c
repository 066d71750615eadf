// selvage-live: verified
// shows: the queue lock of Craig, Landin and Hagersten: everyone spins on the node of the one before, and keeps it
// mutex-twin: mutex_counter_twice.c
// loops: 1
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int nodes[3];
static _Atomic(atomic_int*) tail = &nodes[2];
static int counter;

static void* increments(void* argument) {
  atomic_int* own = &nodes[(intptr_t)argument];
  for (int i = 0; i < 2; i++) {
    atomic_store(own, 1);
    atomic_int* before = atomic_exchange(&tail, own);
    while (atomic_load(before)) continue;
    counter++;
    atomic_store(own, 0);
    own = before;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, increments, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 4);
  return 0;
}
