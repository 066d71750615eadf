// selvage-live: verified
// shows: a sleeper who says that he sleeps before he looks for work is always woken; sleeping is spinning here
// loops: 1
// unfair: depth
#include <pthread.h>
#include <stdatomic.h>

static atomic_int work, sleeping, woken;

static void* waits(void* unused) {
  atomic_store(&sleeping, 1);
  if (!atomic_load(&work)) {
    while (!atomic_load(&woken)) continue;
  }
  return unused;
}

static void* wakes(void* unused) {
  atomic_store(&work, 1);
  if (atomic_load(&sleeping)) atomic_store(&woken, 1);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, waits, NULL);
  pthread_create(&second, NULL, wakes, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
