// selvage-test: when main returns without joining, the other thread's work is done in some schedules only
// expect: completed, assertion
// plain-exit: skip
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;

static void check(void) { assert(atomic_load(&done)); }

static void* worker(void* unused) {
  atomic_store(&done, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  atexit(check);
  pthread_create(&thread, NULL, worker, NULL);
  sched_yield();
  return 0;
}
