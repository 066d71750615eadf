// selvage-live: verified
// shows: a ticket lock for three threads, which yield while they wait
// mutex-twin: mutex_counter_of_three.c
// loops: 1
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_uint next_ticket, now_serving;
static int counter;

static void lock(void) {
  unsigned ticket = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
  while (atomic_load_explicit(&now_serving, memory_order_acquire) != ticket) sched_yield();
}

static void unlock(void) { atomic_fetch_add_explicit(&now_serving, 1, memory_order_release); }

static void* increments(void* unused) {
  lock();
  counter++;
  unlock();
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, increments, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(counter == 3);
  return 0;
}
