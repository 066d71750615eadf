// selvage-test: nobody leaves a round before all have entered it, also when a fast thread is already in the next
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kThreads = 3, kRounds = 3 };

static pthread_barrier_t barrier;
static atomic_int entered[kRounds];

static void* worker(void* unused) {
  for (int round = 0; round < kRounds; round++) {
    atomic_fetch_add(&entered[round], 1);
    pthread_barrier_wait(&barrier);
    assert(atomic_load(&entered[round]) == kThreads);
  }
  return unused;
}

int main(void) {
  pthread_t threads[kThreads];
  assert(pthread_barrier_init(&barrier, NULL, kThreads) == 0);
  for (int i = 0; i < kThreads; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], NULL);
  return 0;
}
