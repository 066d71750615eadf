// selvage-live: bug
// shows: a consumer that does not say that it took the item: the producer spins for ever before the second one
// finding: livelock
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint written, taken;

static void* produces(void* unused) {
  for (unsigned i = 0; i < 2; i++) {
    while (atomic_load(&taken) != i) continue;
    atomic_store(&written, i + 1);
  }
  return unused;
}

static void* consumes(void* unused) {
  while (atomic_load(&written) == 0) continue;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, produces, NULL);
  pthread_create(&second, NULL, consumes, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
