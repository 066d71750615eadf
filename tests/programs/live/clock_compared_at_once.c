// selvage-live: verified
// shows: a loop asks again and again until it is answered or the time is up, and changes something each time
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int wanted;
static atomic_int alive = 1;

static void* answers(void* unused) {
  pthread_mutex_lock(&lock);
  while (!wanted) pthread_cond_wait(&changed, &lock);
  wanted = 0;
  pthread_mutex_unlock(&lock);
  alive = 0;
  return unused;
}

static void ask(void) {
  pthread_mutex_lock(&lock);
  wanted = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, answers, NULL);
  time_t start = time(NULL);
  ask();
  while (difftime(time(NULL), start) < 1 && alive) ask();
  pthread_join(other, NULL);
}
