// selvage-check: bug
// shows: a timed wait that ends spuriously has not timed out: the deadline is still to come
// finding: assertion
// check-options: --spurious-wakeups --check assertion
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static const struct timespec later = {4102444800, 0};

static void* wait(void* unused) {
  pthread_mutex_lock(&mutex);
  int result = pthread_cond_timedwait(&condition, &mutex, &later);
  pthread_mutex_unlock(&mutex);
  assert(result != 0);  // finding
  return unused;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, 0, wait, 0);
  pthread_join(waiter, 0);
  return 0;
}
