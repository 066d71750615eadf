// selvage-check: bug
// shows: of the values that let a waiting thread go on each is seen, also the one that was there from the start
// finding: assertion
// strategies: source, classic, dfs
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int level = 1, other;

static void* raises(void* unused) {
  atomic_store(&level, 0);
  atomic_store(&level, 2);
  atomic_store(&level, 3);
  return unused;
}

static void* waits(void* unused) {
  (void)unused;
  atomic_store(&other, 1);
  intptr_t value;
  while ((value = atomic_load(&level)) == 0) continue;
  return (void*)value;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, raises, NULL);
  pthread_create(&second, NULL, waits, NULL);
  pthread_join(first, NULL);
  void* result;
  pthread_join(second, &result);
  intptr_t seen = (intptr_t)result;
  assert(seen != 1);  // finding
  assert(seen != 2);  // finding
  assert(seen != 3);  // finding
  return 0;
}
