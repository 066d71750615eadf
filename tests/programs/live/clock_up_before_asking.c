// selvage-live: bug
// shows: the time may be up before the first look at it: then nobody asks, and the other thread waits for ever
// finding: deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int wanted;
static atomic_int alive = 1;

static void* answers(void* unused) {
  pthread_mutex_lock(&lock);
  while (!wanted) pthread_cond_wait(&changed, &lock);  // finding
  wanted = 0;
  pthread_mutex_unlock(&lock);
  alive = 0;
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, answers, NULL);
  time_t start = time(NULL);
  while (difftime(time(NULL), start) < 1 && alive) {
    pthread_mutex_lock(&lock);
    wanted = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(other, NULL);  // finding
}
