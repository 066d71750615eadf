// selvage-live: verified
// shows: three attempts at a lock, and then another way: no wait, because giving up is a way of its own
// loops: 0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;
static int counter;
static atomic_int gave_up;

static void* tries(void* unused) {
  for (int attempt = 0; attempt < 3; attempt++) {
    if (atomic_exchange(&locked, 1)) continue;
    counter++;
    atomic_store(&locked, 0);
    return unused;
  }
  atomic_fetch_add(&gave_up, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, tries, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
