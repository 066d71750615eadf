// Two counters that are increased without a lock, each in a function of its own; losing one of the first matters.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second;

static void increase(atomic_int* counter) {
  int seen = *counter;
  *counter = seen + 1;
}

__attribute__((noinline)) static void careless(void) { increase(&first); }
__attribute__((noinline)) static void careful(void) { increase(&second); }

static void* work(void* unused) {
  (void)unused;
  careless();
  careful();
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  assert(first == 2);
  return 0;
}
