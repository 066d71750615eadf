// selvage-test: a thread that yields for ever goes round without getting anywhere
// expect: livelock
// carrier-executions: 5
// plain-exit: skip
// executions: 5
#include <pthread.h>
#include <sched.h>

static void* yields(void* unused) {
  for (;;) sched_yield();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, yields, NULL);
  pthread_join(thread, NULL);
  return 0;
}
