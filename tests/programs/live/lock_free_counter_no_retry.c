// selvage-live: bug
// shows: a compare-exchange whose failure is not looked at: an increment is lost
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void* increments(void* unused) {
  int seen = atomic_load(&counter);
  atomic_compare_exchange_strong(&counter, &seen, seen + 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, increments, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&counter) == 2);  // finding
  return 0;
}
