// selvage-live: bug
// shows: that one thread's time is up does not mean that another's is, which may have begun later: both orders are found
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int gave_up, done;

static int look(const int* what) {
  pthread_mutex_lock(&mutex);
  int value = *what;
  pthread_mutex_unlock(&mutex);
  return value;
}

static void set(int* what) {
  pthread_mutex_lock(&mutex);
  *what = 1;
  pthread_mutex_unlock(&mutex);
}

static void* waits(void* unused) {
  time_t deadline = time(NULL) + 10;
  while (time(NULL) < deadline && !look(&done)) continue;
  if (!look(&done)) set(&gave_up);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  time_t deadline = time(NULL) + 10;
  int seen = 0;
  while (time(NULL) < deadline && !seen) seen = look(&gave_up);
  assert(!seen);  // finding
  set(&done);
  pthread_join(thread, NULL);
}
