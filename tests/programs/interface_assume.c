// selvage-test: a violated assumption ends the execution without a finding; what comes after may rely on it
// expect: completed, assume-failed
// plain-exit: skip
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void selvage_assume(int condition);

static atomic_int arrivals;
static int place[2];

static void* arrives(void* argument) {
  *(int*)argument = atomic_fetch_add(&arrivals, 1);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, arrives, &place[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  selvage_assume(place[0] == 0);
  assert(place[1] == 1);
  return 0;
}
