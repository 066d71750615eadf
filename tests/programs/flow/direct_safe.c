// shows: a secret that is used and not shown
// secret-values: 0..2
// observational: safe
// possibilistic: safe
// termination: safe
#include <pthread.h>
#include <selvage.h>
static int pin, kept;
static void* worker(void* unused) {
  kept = pin * 2;
  selvage_observe("out", 7);
  return unused;
}
int main(void) {
  pthread_t thread;
  selvage_secret(&pin, sizeof pin);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
