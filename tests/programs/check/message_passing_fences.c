// selvage-check: verified
// shows: relaxed accesses with fences around them hand data over as well
// strategies: source
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void* sends(void* unused) {
  data = 1;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return unused;
}

static void* receives(void* unused) {
  if (atomic_load_explicit(&flag, memory_order_relaxed)) {
    atomic_thread_fence(memory_order_acquire);
    assert(data == 1);
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, sends, NULL);
  pthread_create(&second, NULL, receives, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
