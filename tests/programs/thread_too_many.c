// selvage-test: more threads than can be had gives EAGAIN or cuts the execution off, never a crash or a hang
// expect: step-limit
// plain-exit: skip
// executions: 3
#include <assert.h>
#include <errno.h>
#include <pthread.h>

enum { kThreads = 2000 };

static pthread_t threads[kThreads];

static void* worker(void* argument) { return argument; }

int main(void) {
  int created = 0, error = 0;
  while (created < kThreads && (error = pthread_create(&threads[created], NULL, worker, NULL)) == 0) created++;
  assert(error == 0 || error == EAGAIN);
  assert(created > 100);
  for (int i = 0; i < created; i++) assert(pthread_join(threads[i], NULL) == 0);
  return 0;
}
