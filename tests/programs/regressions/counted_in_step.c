// What is counted within one step is counted of one execution. There are more executions than one step may hold accesses to
// guarded memory, each with one of them in the same step; or some end in a step with many operations, before others that begin with
// as many.
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include "selvage.h"
extern void __VERIFIER_assume(int);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t posted;
static int counter;
static void many(void) {
#ifdef POSTS
  for (int i = 0; i < 120000; i++) sem_post(&posted);
#endif
}
static void *counts(void *unused) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t other;
  sem_init(&posted, 0, 0);
  pthread_create(&other, 0, counts, 0);
  // So that each execution begins before it: what it does is not undone.
  mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  many();
  unsigned first = selvage_choose(CHOICES);
  pthread_join(other, 0);
  unsigned second = selvage_choose(CHOICES);
  if (first == 0 && second == 0) counts(0);
  many();
  __VERIFIER_assume(second != 1);
  return 0;
}
