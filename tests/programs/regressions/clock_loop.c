// Main asks again and again until a second has passed or the other thread has answered. Where the second is over before
// main asks for the first time, nobody wakes the other thread: a deadlock, seldom and real.
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int wanted;
static atomic_int alive = 1;
static void* answer(void* unused) {
  pthread_mutex_lock(&lock);
  while (!wanted) pthread_cond_wait(&changed, &lock);
  wanted = 0;
  pthread_mutex_unlock(&lock);
  alive = 0;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, answer, 0);
  time_t start = time(0);
  while (difftime(time(0), start) < 1 && alive) {
    pthread_mutex_lock(&lock);
    wanted = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(t, 0);
}
