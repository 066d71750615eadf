// selvage-live: bug
// shows: a CLH lock taken again with the same node, which the next thread still waits for: both wait for each other
// finding: livelock
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int nodes[3];
static _Atomic(atomic_int*) tail = &nodes[2];

static void* enters(void* argument) {
  atomic_int* own = &nodes[(intptr_t)argument];
  for (int i = 0; i < 2; i++) {
    atomic_store(own, 1);
    atomic_int* before = atomic_exchange(&tail, own);
    while (atomic_load(before)) continue;
    atomic_store(own, 0);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enters, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
