// selvage-live: verified
// shows: a ticket lock
// mutex-twin: mutex_counter_twice.c
// loops: 1
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, now_serving;
static int counter;

static void lock(void) {
  unsigned ticket = atomic_fetch_add(&next_ticket, 1);
  while (atomic_load(&now_serving) != ticket) continue;
}

static void unlock(void) { atomic_store(&now_serving, atomic_load(&now_serving) + 1); }

static void* increments(void* unused) {
  for (int i = 0; i < 2; i++) {
    lock();
    counter++;
    unlock();
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, increments, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 4);
  return 0;
}
