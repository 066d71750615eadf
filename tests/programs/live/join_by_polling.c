// selvage-live: verified
// shows: main asks again and again whether the threads have ended, as the DSCMC paper's program does
// unfair: depth
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>

static int result[2];

static void* works(void* argument) {
  result[(intptr_t)argument] = 1;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, works, (void*)i);
  for (int i = 0; i < 2; i++) {
    while (pthread_tryjoin_np(threads[i], NULL) != 0) sched_yield();
  }
  assert(result[0] && result[1]);
  return 0;
}
