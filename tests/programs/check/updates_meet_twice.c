// selvage-check: bug
// shows: two increments commute, and yet which one sees 1 depends on their order: whoever sleeps wakes when its result changes
// finding: assertion
// findings: 1
// strategies: source, classic, dfs
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* one(void* unused) {
  int second = atomic_fetch_add(&x, 1) == 1;
  assert(!second);  // finding
  return unused;
}

static void* other(void* unused) {
  (void)(atomic_fetch_add(&x, 1) == 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, other, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
