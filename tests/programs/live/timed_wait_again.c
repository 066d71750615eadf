// selvage-live: verified
// shows: a timed wait with a new deadline in every round; time-outs may come any number of times
// unfair: depth
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static struct timespec soon(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  time.tv_sec += 1;
  return time;
}

static void* waits(void* unused) {
  pthread_mutex_lock(&mutex);
  while (!ready) {
    struct timespec deadline = soon();
    pthread_cond_timedwait(&changed, &mutex, &deadline);
  }
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* sets(void* unused) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, waits, NULL);
  pthread_create(&second, NULL, sets, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
