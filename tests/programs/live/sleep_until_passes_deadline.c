// selvage-live: verified
// shows: a thread that has slept until a point in time finds it passed, whatever time it was for those before it
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* sleeps_long(void* unused) {
  (void)unused;
  struct timespec second = {1, 0};
  nanosleep(&second, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static int is_before(struct timespec a, struct timespec b) {
  return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sleeps_long, NULL);
  struct timespec until, now;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += 2;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
  for (int i = 0; i < 2; i++) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(!is_before(now, until));
  }
  pthread_join(thread, NULL);
}
