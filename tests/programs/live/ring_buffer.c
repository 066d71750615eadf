// selvage-live: verified
// shows: one producer and one consumer spin while a ring of one slot is full or empty
// loops: 2
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint written, taken;
static int slot;

static void* produces(void* unused) {
  for (unsigned i = 0; i < 2; i++) {
    while (atomic_load_explicit(&taken, memory_order_acquire) != i) continue;
    slot = (int)i;
    atomic_store_explicit(&written, i + 1, memory_order_release);
  }
  return unused;
}

static void* consumes(void* unused) {
  for (unsigned i = 0; i < 2; i++) {
    while (atomic_load_explicit(&written, memory_order_acquire) == i) continue;
    assert(slot == (int)i);
    atomic_store_explicit(&taken, i + 1, memory_order_release);
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, produces, NULL);
  pthread_create(&second, NULL, consumes, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
