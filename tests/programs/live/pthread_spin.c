// selvage-live: verified
// shows: the spinlock of the C library
// mutex-twin: mutex_counter_twice.c
// loops: 0
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t spinlock;
static int counter;

__attribute__((constructor)) static void prepare(void) { pthread_spin_init(&spinlock, PTHREAD_PROCESS_PRIVATE); }

static void lock(void) { pthread_spin_lock(&spinlock); }

static void unlock(void) { pthread_spin_unlock(&spinlock); }

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
