// selvage-test: a sleep is no synchronisation: the thread that sleeps longer may still come first
// expect: completed, assertion
// plain-exit: skip
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int arrivals;
static int place[2];

static void* sleeper(void* argument) {
  sleep(argument == &place[0] ? 1 : 2);
  *(int*)argument = atomic_fetch_add(&arrivals, 1);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, sleeper, &place[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(place[0] == 0);
  return 0;
}
