// selvage-check: verified
// shows: a timed wait may time out or be woken, and both are handled
// strategies: source
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int happened, gave_up;

static void* waits(void* unused) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 1;
  pthread_mutex_lock(&mutex);
  while (!happened && !gave_up) gave_up = pthread_cond_timedwait(&condition, &mutex, &deadline) == ETIMEDOUT;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* signals(void* unused) {
  pthread_mutex_lock(&mutex);
  happened = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, waits, NULL);
  pthread_create(&second, NULL, signals, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
