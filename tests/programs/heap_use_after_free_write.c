// selvage-test: a worker reports into a request that its owner frees when it does not want to wait any longer
// expect: completed, memory-error
// finding: write of 8 bytes at offset 8 of a block of 16 bytes that was freed, allocated at
// plain-exit: skip
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct request {
  atomic_int done;
  long answer;
};

static void* answers(void* argument) {
  struct request* request = argument;
  request->answer = 42;
  atomic_store(&request->done, 1);
  return NULL;
}

int main(void) {
  pthread_t worker;
  struct request* request = malloc(sizeof *request);
  atomic_init(&request->done, 0);
  pthread_create(&worker, NULL, answers, request);
  for (int patience = 0; patience < 2 && !atomic_load(&request->done); patience++) continue;
  free(request);
  pthread_join(worker, NULL);
  return 0;
}
