// Which element a thread writes, and under which lock, was decided by another thread: the execution in which they do not meet
// says nothing about the others.
#include <pthread.h>

static int place, numbers[2];
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t* lock = &a;

static void* chooser(void* argument) {
  pthread_mutex_lock(&b);
  place = 1;
  lock = &b;
  pthread_mutex_unlock(&b);
  return argument;
}

static void* follower(void* argument) {
  pthread_mutex_lock(&b);
  int where = place;
  pthread_mutex_t* chosen = lock;
  pthread_mutex_unlock(&b);
  pthread_mutex_lock(chosen);
  numbers[where] = 2;
  pthread_mutex_unlock(chosen);
  return argument;
}

static void* other(void* argument) {
  pthread_mutex_lock(&b);
  numbers[0] = 3;
  pthread_mutex_unlock(&b);
  return argument;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, chooser, 0);
  pthread_create(&threads[1], 0, follower, 0);
  pthread_create(&threads[2], 0, other, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return 0;
}
