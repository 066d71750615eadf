// selvage-live: bug
// shows: a spinning barrier that is open while its counter is zero: a fast thread closes it before the other has left
// finding: livelock
#include <pthread.h>
#include <stdatomic.h>

static atomic_int arrived;

static void await_all(void) {
  if (atomic_fetch_add(&arrived, 1) == 1) {
    atomic_store(&arrived, 0);
  } else {
    while (atomic_load(&arrived) != 0) continue;
  }
}

static void* works(void* unused) {
  await_all();
  await_all();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, works, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
