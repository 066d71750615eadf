// selvage-test: longjmp within a thread, over several frames and with switches before and after
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>

struct attempt {
  jmp_buf start;
  int number;
};

static void fail(struct attempt* attempt, int depth) {
  sched_yield();
  if (depth == 0) longjmp(attempt->start, attempt->number);
  fail(attempt, depth - 1);
  assert(!"longjmp returned");
}

static void* worker(void* argument) {
  struct attempt attempt = {.number = *(int*)argument};
  volatile int rounds = 0;
  int value = setjmp(attempt.start);
  if (rounds < 3) {
    assert(value == (rounds == 0 ? 0 : attempt.number));
    rounds++;
    fail(&attempt, 3);
  }
  sched_yield();
  assert(value == *(int*)argument);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int numbers[2] = {7, 8};
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
