// shows: with one value of the secret two locks are taken in the other order
// secret-values: 0..1
// observational: safe
// possibilistic: safe
// termination: secrets
#include <pthread.h>
#include <selvage.h>
static int flip;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void both(pthread_mutex_t* first, pthread_mutex_t* second) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}
static void* one(void* unused) {
  both(&a, &b);
  return unused;
}
static void* two(void* unused) {
  flip ? both(&b, &a) : both(&a, &b);
  return unused;
}
int main(void) {
  pthread_t x, y;
  selvage_secret(&flip, sizeof flip);
  pthread_create(&x, 0, one, 0);
  pthread_create(&y, 0, two, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return 0;
}
