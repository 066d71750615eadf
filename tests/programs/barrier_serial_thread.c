// selvage-test: exactly one thread of each round is told to be the serial one
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kThreads = 3, kRounds = 2 };

static pthread_barrier_t barrier;
static atomic_int serial[kRounds];

static void* worker(void* unused) {
  for (int round = 0; round < kRounds; round++) {
    int result = pthread_barrier_wait(&barrier);
    assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
    if (result == PTHREAD_BARRIER_SERIAL_THREAD) atomic_fetch_add(&serial[round], 1);
  }
  return unused;
}

int main(void) {
  pthread_t threads[kThreads];
  assert(pthread_barrier_init(&barrier, NULL, kThreads) == 0);
  for (int i = 0; i < kThreads; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], NULL);
  for (int round = 0; round < kRounds; round++) assert(atomic_load(&serial[round]) == 1);
  assert(pthread_barrier_destroy(&barrier) == 0);
  return 0;
}
