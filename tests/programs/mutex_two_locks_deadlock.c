// selvage-test: two mutexes taken in opposite orders deadlock in some schedules
// expect: completed, deadlock
// plain-exit: skip
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;

static void* left_first(void* unused) {
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  return unused;
}

static void* right_first(void* unused) {
  pthread_mutex_lock(&right);
  pthread_mutex_lock(&left);
  pthread_mutex_unlock(&left);
  pthread_mutex_unlock(&right);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, left_first, NULL);
  pthread_create(&second, NULL, right_first, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
