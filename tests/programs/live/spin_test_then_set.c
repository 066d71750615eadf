// selvage-live: bug
// shows: a lock that tests first and sets afterwards lets two threads in
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked, inside;

static void* enters(void* unused) {
  while (atomic_load(&locked)) continue;
  atomic_store(&locked, 1);
  assert(atomic_fetch_add(&inside, 1) == 0);  // finding
  atomic_fetch_sub(&inside, 1);
  atomic_store(&locked, 0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enters, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
