// selvage-test: clocks never run backwards, in a thread and along a lock; the realtime sources agree
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct timespec latest;

static int before(const struct timespec* a, const struct timespec* b) {
  return a->tv_sec < b->tv_sec || (a->tv_sec == b->tv_sec && a->tv_nsec < b->tv_nsec);
}

static void* reader(void* unused) {
  for (int i = 0; i < 3; i++) {
    struct timespec now;
    usleep(10);
    pthread_mutex_lock(&lock);
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(!before(&now, &latest));
    latest = now;
    pthread_mutex_unlock(&lock);
  }
  struct timespec precise;
  struct timeval coarse;
  time_t seconds = time(NULL);
  gettimeofday(&coarse, NULL);
  clock_gettime(CLOCK_REALTIME, &precise);
  assert(seconds > 1000000000);
  assert(coarse.tv_sec - seconds >= 0 && coarse.tv_sec - seconds <= 1);
  assert(precise.tv_sec - coarse.tv_sec >= 0 && precise.tv_sec - coarse.tv_sec <= 1);
  assert(precise.tv_nsec < 1000000000 && coarse.tv_usec < 1000000);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, reader, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
