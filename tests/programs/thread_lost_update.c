// selvage-test: two unprotected increments lose an update in some schedules and not in others
// expect: completed, assertion
// plain-exit: skip
#include <assert.h>
#include <pthread.h>

static int counter;

static void* increment(void* unused) {
  (void)unused;
  int seen = counter;
  counter = seen + 1;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, increment, NULL);
  pthread_create(&second, NULL, increment, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(counter == 2);
  return 0;
}
