// selvage-live: verified
// shows: main yields until every detached thread has counted itself done
// loops: 1
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int done;
static int result[2];

static void* works(void* argument) {
  intptr_t own = (intptr_t)argument;
  result[own] = 1;
  atomic_fetch_add(&done, 1);
  return NULL;
}

int main(void) {
  for (intptr_t i = 0; i < 2; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, works, (void*)i);
    pthread_detach(thread);
  }
  while (atomic_load(&done) < 2) sched_yield();
  assert(result[0] && result[1]);
  return 0;
}
