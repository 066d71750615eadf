// selvage-live: verified
// shows: a loop that does nothing but look at the clock is a sleep, and lasts as long as it says
#include <assert.h>
#include <pthread.h>
#include <sys/time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* counts(void* unused) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static double seconds(void) {
  struct timeval now;
  gettimeofday(&now, NULL);
  return (double)now.tv_sec + (double)now.tv_usec * 1e-6;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, counts, NULL);
  double start = seconds();
  while (seconds() - start < 60) continue;
  assert(seconds() - start >= 60);
  counts(NULL);
  pthread_join(thread, NULL);
}
