// shows: the same with the order fixed by joining
// secret-values: 0..1
// observational: safe
// possibilistic: safe
#include <pthread.h>
#include <selvage.h>
static int delay;
static int work;
static void* slow(void* unused) {
  for (int i = 0; i < delay; i++) work++;
  selvage_observe("out", 1);
  return unused;
}
static void* other(void* unused) {
  selvage_observe("out", 2);
  return unused;
}
int main(void) {
  pthread_t one, two;
  selvage_secret(&delay, sizeof delay);
  pthread_create(&one, 0, slow, 0);
  pthread_join(one, 0);
  pthread_create(&two, 0, other, 0);
  pthread_join(two, 0);
  return 0;
}
