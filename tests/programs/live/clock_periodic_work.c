// selvage-live: verified
// shows: a thread that does something every second until it is told to stop comes round, though time has passed
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int stop;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int is_logging;

static void* works(void* unused) {
  while (!stop) {
    time_t next = time(NULL) + 1;
    while (!stop && time(NULL) < next) continue;
    pthread_mutex_lock(&mutex);
    is_logging = 1;
    is_logging = 0;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, works, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  stop = 1;
  pthread_join(thread, NULL);
}
