// selvage-test: thrd_create, join result, equality, exit from below, detach, yield and sleep
// expect: completed
#include <assert.h>
#include <semaphore.h>
#include <threads.h>

static sem_t detached_done;

static int returns(void* argument) {
  thrd_yield();
  return *(int*)argument + 1;
}

static int exits(void* argument) {
  assert(!thrd_equal(thrd_current(), *(thrd_t*)argument));
  struct timespec pause = {.tv_nsec = 1000};
  assert(thrd_sleep(&pause, NULL) == 0);
  thrd_exit(-5);
}

static int detached(void* unused) {
  (void)unused;
  sem_post(&detached_done);
  return 0;
}

int main(void) {
  thrd_t first, second, third, self = thrd_current();
  int argument = 10, result = 0;
  sem_init(&detached_done, 0, 0);
  assert(thrd_create(&first, returns, &argument) == thrd_success);
  assert(thrd_create(&second, exits, &self) == thrd_success);
  assert(thrd_create(&third, detached, NULL) == thrd_success);
  assert(thrd_detach(third) == thrd_success);
  assert(thrd_equal(self, thrd_current()) && !thrd_equal(first, second));
  assert(thrd_join(first, &result) == thrd_success && result == 11);
  assert(thrd_join(second, &result) == thrd_success && result == -5);
  sem_wait(&detached_done);
  return 0;
}
