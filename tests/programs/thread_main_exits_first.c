// selvage-test: pthread_exit in main leaves the others running; the last one ends the process with status 0
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int finished;

static void all_have_finished(void) { assert(atomic_load(&finished) == 2); }

static void* worker(void* unused) {
  sched_yield();
  sched_yield();
  atomic_fetch_add(&finished, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  atexit(all_have_finished);
  for (int i = 0; i < 2; i++) assert(pthread_create(&thread, NULL, worker, NULL) == 0);
  pthread_exit((void*)5);
}
