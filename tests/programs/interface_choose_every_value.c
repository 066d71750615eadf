// selvage-test: over many executions every combination of two choices occurs: here the rarest of sixteen
// expect: completed, assertion, deadlock, abort, assume-failed
// plain-exit: skip
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

int selvage_choose(int n);
void selvage_assume(int condition);

static sem_t never;

static void* chooses(void* unused) {
  int number = selvage_choose(4) * 4 + selvage_choose(4);
  assert(number != 15);
  if (number == 0) abort();
  if (number == 3) sem_wait(&never);
  selvage_assume(number != 12);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&never, 0, 0);
  pthread_create(&thread, NULL, chooses, NULL);
  pthread_join(thread, NULL);
  return 0;
}
