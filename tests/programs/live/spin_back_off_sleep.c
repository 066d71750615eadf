// selvage-live: verified
// shows: back-off by sleeping, for longer each time, up to a limit
// mutex-twin: mutex_counter.c
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int locked;
static int counter;

static void lock(void) {
  useconds_t delay = 1;
  while (atomic_exchange(&locked, 1)) {
    usleep(delay);
    if (delay < 4) delay *= 2;
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
