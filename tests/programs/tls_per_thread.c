// selvage-test: __thread variables start from their initial values in every thread and are not shared
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

static __thread int initialised = 41;
static __thread char zeroed[4096];
static int* addresses[3];

static void* worker(void* argument) {
  int self = *(int*)argument;
  assert(initialised == 41);
  for (unsigned i = 0; i < sizeof zeroed; i += 512) assert(zeroed[i] == 0);
  addresses[self] = &initialised;
  initialised += self;
  memset(zeroed, self, sizeof zeroed);
  sched_yield();
  assert(initialised == 41 + self);
  assert(zeroed[sizeof zeroed - 1] == self);
  assert(&initialised == addresses[self]);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  int numbers[3] = {0, 1, 2};
  initialised = 7;
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, &numbers[i]);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(initialised == 7);
  for (int i = 0; i < 3; i++) assert(addresses[i] != &initialised);
  return 0;
}
