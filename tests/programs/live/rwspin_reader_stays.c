// selvage-live: bug
// shows: a reader that does not leave: a writer that comes later spins for ever
// finding: livelock
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;

static void read_lock(void) {
  for (;;) {
    int seen = atomic_load(&state);
    if (seen >= 0 && atomic_compare_exchange_strong(&state, &seen, seen + 1)) return;
  }
}

static void write_lock(void) {
  for (;;) {
    int seen = 0;
    if (atomic_compare_exchange_strong(&state, &seen, -1)) return;
  }
}

static void* writes(void* unused) {
  write_lock();
  atomic_store(&state, 0);
  return unused;
}

static void* reads(void* unused) {
  read_lock();
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, writes, NULL);
  pthread_create(&second, NULL, reads, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
