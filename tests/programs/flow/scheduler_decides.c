// shows: with one secret a thread gives way and the order becomes fixed: the sets of what can be seen differ
// secret-values: 0..1
// observational: interleavings
// possibilistic: secrets
#include <pthread.h>
#include <selvage.h>
static int wait;
static pthread_t two;
static void* other(void* unused) {
  selvage_observe("out", 2);
  return unused;
}
static void* first(void* unused) {
  if (wait) pthread_join(two, 0);
  selvage_observe("out", 1);
  return unused;
}
int main(void) {
  pthread_t one;
  selvage_secret(&wait, sizeof wait);
  pthread_create(&two, 0, other, 0);
  pthread_create(&one, 0, first, 0);
  pthread_join(one, 0);
  if (!wait) pthread_join(two, 0);
  return 0;
}
