// selvage-live: bug
// shows: two mutexes in opposite orders, with a time-out that gives both up and begins again: both can do so for ever
// finding: livelock
// rounds: 10
#include <pthread.h>
#include <stdint.h>
#include <time.h>

static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void* transfers(void* argument) {
  intptr_t own = (intptr_t)argument, other = 1 - own;
  for (;;) {
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 1;
    pthread_mutex_lock(&mutexes[own]);
    if (pthread_mutex_timedlock(&mutexes[other], &deadline) == 0) break;
    pthread_mutex_unlock(&mutexes[own]);
  }
  pthread_mutex_unlock(&mutexes[other]);
  pthread_mutex_unlock(&mutexes[own]);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, transfers, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
