// selvage-test: a program that brings its own reach_error, as the suites do, keeps it
// expect: completed, assertion
// plain-exit: skip
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void reach_error(void) { assert(0); }

static int shared;

static void* increments(void* unused) {
  int seen = shared;
  shared = seen + 1;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, increments, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  if (shared != 2) {
    reach_error();
    abort();
  }
  return 0;
}
