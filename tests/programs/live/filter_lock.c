// selvage-live: verified
// shows: the filter lock, Peterson's for any number of threads, with two
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { kThreads = 2 };
static atomic_int level[kThreads], victim[kThreads];
static int counter;

static int somebody_as_far(int own, int stage) {
  for (int other = 0; other < kThreads; other++) {
    if (other != own && atomic_load(&level[other]) >= stage) return 1;
  }
  return 0;
}

static void* enters(void* argument) {
  int own = (int)(intptr_t)argument;
  for (int stage = 1; stage < kThreads; stage++) {
    atomic_store(&level[own], stage);
    atomic_store(&victim[stage], own);
    while (atomic_load(&victim[stage]) == own && somebody_as_far(own, stage)) continue;
  }
  counter++;
  atomic_store(&level[own], 0);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enters, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 2);
  return 0;
}
