// selvage-check: verified
// shows: a relaxed read-modify-write of a third thread passes a release on
// strategies: source
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void* sends(void* unused) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return unused;
}

static void* adds(void* unused) {
  atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
  return unused;
}

static void* receives(void* unused) {
  if (atomic_load_explicit(&flag, memory_order_acquire) == 2) assert(data == 1);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, sends, NULL);
  pthread_create(&threads[1], NULL, adds, NULL);
  pthread_create(&threads[2], NULL, receives, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
