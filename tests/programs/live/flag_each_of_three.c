// selvage-live: verified
// shows: main waits for the flags of detached threads one after the other; a loop in a loop
// loops: 1
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int ready[3];
static int result[3];

static void* works(void* argument) {
  intptr_t own = (intptr_t)argument;
  result[own] = (int)own + 1;
  atomic_store(&ready[own], 1);
  return NULL;
}

int main(void) {
  for (intptr_t i = 0; i < 3; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, works, (void*)i);
    pthread_detach(thread);
  }
  for (int i = 0; i < 3; i++) {
    while (!atomic_load(&ready[i])) continue;
  }
  assert(result[0] + result[1] + result[2] == 6);
  return 0;
}
