// selvage-live: verified
// shows: three threads count by compare-exchange, and read again after a failure
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void* increments(void* unused) {
  int seen;
  do {
    seen = atomic_load(&counter);
  } while (!atomic_compare_exchange_strong(&counter, &seen, seen + 1));
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, increments, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&counter) == 3);
  return 0;
}
