// selvage-test: each thread keeps its own name; affinity and scheduling calls are accepted
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

static void* worker(void* argument) {
  const char* name = argument;
  char read_back[16] = "";
  cpu_set_t processors;
  struct sched_param parameters;
  int policy = -1;
  assert(pthread_setname_np(pthread_self(), name) == 0);
  sched_yield();
  assert(pthread_getname_np(pthread_self(), read_back, sizeof read_back) == 0);
  assert(strcmp(read_back, name) == 0);
  assert(pthread_setname_np(pthread_self(), "longer than fifteen characters") == ERANGE);
  assert(pthread_getaffinity_np(pthread_self(), sizeof processors, &processors) == 0);
  assert(CPU_COUNT(&processors) >= 1);
  assert(pthread_setaffinity_np(pthread_self(), sizeof processors, &processors) == 0);
  assert(pthread_getschedparam(pthread_self(), &policy, &parameters) == 0);
  assert(policy == SCHED_OTHER && parameters.sched_priority == 0);
  assert(pthread_setschedparam(pthread_self(), policy, &parameters) == 0);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  assert(pthread_create(&threads[0], NULL, worker, "weaver") == 0);
  assert(pthread_create(&threads[1], NULL, worker, "fifteen letters") == 0);
  for (int i = 0; i < 2; i++) assert(pthread_join(threads[i], NULL) == 0);
  return 0;
}
