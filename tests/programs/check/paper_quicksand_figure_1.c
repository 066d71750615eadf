// selvage-check: bug
// shows: an update under a lock that the other thread does not take (Quicksand, Fig. 1)
// finding: data-race, assertion
// The paper's assertion fails when the atomic additions fall between the load and the store of the first thread. No
// preemption at a lock or a yield alone exposes it, only one at a racing access.
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static int x;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* increments(void* unused) {
  pthread_mutex_lock(&mutex);
  int seen = x;  // finding
  x = seen + 1;  // finding
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* adds(void* unused) {
  __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);  // finding
  sched_yield();
  __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);  // finding
  assert(x >= 2);                               // finding
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, increments, NULL);
  pthread_create(&second, NULL, adds, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
