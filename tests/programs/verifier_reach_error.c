// selvage-test: a reach_error that the program only declares is a finding
// expect: completed, assertion
// plain-exit: skip
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

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
  if (place[0] > place[1]) reach_error();
  return 0;
}
