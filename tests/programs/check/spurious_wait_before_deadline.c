// selvage-check: bug
// shows: where time-outs are not explored, a spurious wake-up leaves the deadline of the next wait to come
// finding: deadlock
// check-options: --spurious-wakeups --timeouts never --check deadlock
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t never_posted;
static const struct timespec later = {4102444800, 0};

static void* wait(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_timedwait(&condition, &mutex, &later);
  pthread_mutex_unlock(&mutex);
  sem_timedwait(&never_posted, &later);  // finding
  return unused;
}

int main(void) {
  pthread_t waiter;
  sem_init(&never_posted, 0, 0);
  pthread_create(&waiter, 0, wait, 0);
  pthread_join(waiter, 0);  // finding
  return 0;
}
