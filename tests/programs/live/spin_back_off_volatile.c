// selvage-live: verified
// shows: back-off by an empty loop over a volatile local, as on machines without a pause instruction
// mutex-twin: mutex_counter.c
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;
static int counter;

static void lock(void) {
  while (atomic_exchange(&locked, 1)) {
    for (volatile int i = 0; i < 3; i++) continue;
  }
}

static void unlock(void) { atomic_store(&locked, 0); }

static void* increments(void* unused) {
  lock();
  counter++;
  unlock();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, increments, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 2);
  return 0;
}
