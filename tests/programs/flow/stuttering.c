// shows: how often the same value is written does not matter
// secret-values: 1..3
// observational: safe
// possibilistic: safe
#include <pthread.h>
#include <selvage.h>
static int times;
static void* worker(void* unused) {
  for (int i = 0; i < times; i++) selvage_observe("out", 5);
  return unused;
}
int main(void) {
  pthread_t thread;
  selvage_secret(&times, sizeof times);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
