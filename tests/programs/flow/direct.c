// shows: the secret itself is written to a channel
// secret-values: 0..2
// observational: secrets
// possibilistic: secrets
// termination: safe
#include <pthread.h>
#include <selvage.h>
static int pin;
static void* worker(void* unused) {
  selvage_observe("out", pin);
  return unused;
}
int main(void) {
  pthread_t thread;
  selvage_secret(&pin, sizeof pin);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
