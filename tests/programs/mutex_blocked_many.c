// selvage-test: an unlock lets in any one of several blocked threads: the last created may come before the first
// expect: completed, assertion
// plain-exit: skip
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int arrivals, place[3];

static void* worker(void* argument) {
  pthread_mutex_lock(&lock);
  *(int*)argument = arrivals++;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  pthread_mutex_lock(&lock);
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, &place[i]);
  sched_yield();
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(place[0] < place[2]);
  return 0;
}
