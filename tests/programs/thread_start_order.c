// selvage-test: of two threads created one after the other either may run first
// expect: completed, assertion
// plain-exit: skip
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int arrivals;
static int place[2];

static void* arrive(void* argument) {
  *(int*)argument = atomic_fetch_add(&arrivals, 1);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, arrive, &place[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(place[0] + place[1] == 1);
  assert(place[0] == 0);  // fails when the second overtook the first
  return 0;
}
