// selvage-live: bug
// shows: a reader that tries again where the sequence has changed races with a writer that changes it too early
// finding: data-race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sequence;
static int data;

static void* read(void* unused) {
  int before, seen;
  do {
    before = atomic_load(&sequence);
    seen = data;  // finding
  } while (before != atomic_load(&sequence));
  (void)seen;
  return unused;
}

static void* write(void* unused) {
  atomic_fetch_add(&sequence, 1);
  data = 3;  // finding
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, read, 0);
  pthread_create(&other, 0, write, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
