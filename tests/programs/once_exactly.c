// selvage-test: pthread_once runs its function once, and everybody returns after it is complete
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static int started, first_half, second_half;

static void initialise(void) {
  assert(++started == 1);
  first_half = 1;
  sched_yield();
  second_half = 1;
}

static void* worker(void* unused) {
  assert(pthread_once(&control, initialise) == 0);
  assert(started == 1 && first_half && second_half);
  assert(pthread_once(&control, initialise) == 0);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(started == 1);
  return 0;
}
