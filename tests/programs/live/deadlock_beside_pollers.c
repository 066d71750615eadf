// selvage-live: bug
// shows: two threads take two locks in opposite orders, and others poll for what they would say: the deadlock is no less one
// finding: livelock
// check-options: --check deadlock,progress
#include <pthread.h>
#ifndef POLLERS
#define POLLERS 2
#endif

static int said;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

static void say(void) {
  pthread_mutex_lock(&lock);
  said++;
  pthread_mutex_unlock(&lock);
}

static void* poll(void* unused) {
  int seen;
  do {
    pthread_mutex_lock(&lock);
    seen = said;
    pthread_mutex_unlock(&lock);
  } while (seen == 0);
  return unused;
}

static void* left_first(void* unused) {
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  say();
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  return unused;
}

static void* right_first(void* unused) {
  pthread_mutex_lock(&right);
  pthread_mutex_lock(&left);
  say();
  pthread_mutex_unlock(&left);
  pthread_mutex_unlock(&right);
  return unused;
}

int main(void) {
  pthread_t threads[2 + POLLERS];
  pthread_create(&threads[0], 0, left_first, 0);
  pthread_create(&threads[1], 0, right_first, 0);
  for (int i = 0; i < POLLERS; i++) pthread_create(&threads[2 + i], 0, poll, 0);
  for (int i = 0; i < 2 + POLLERS; i++) pthread_join(threads[i], 0);
  return 0;
}
