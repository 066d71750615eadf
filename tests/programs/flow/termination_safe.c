// shows: the locks are taken in one order, whatever the secret is
// secret-values: 0..1
// observational: safe
// possibilistic: safe
// termination: safe
#include <pthread.h>
#include <selvage.h>
static int flip, count;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void* run(void* unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  count += flip;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}
int main(void) {
  pthread_t x, y;
  selvage_secret(&flip, sizeof flip);
  pthread_create(&x, 0, run, 0);
  pthread_create(&y, 0, run, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return 0;
}
