// selvage-live: bug
// shows: a spinning barrier that waits for three where there are two
// finding: livelock
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int arrived;

static void* works(void* unused) {
  atomic_fetch_add(&arrived, 1);
  while (atomic_load(&arrived) < 3) sched_yield();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, works, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
