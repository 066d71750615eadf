// shows: a decision on the secret shows in what is written
// option: --secret 'pin: 0,3'
// option: --public seen
// observational: secrets
// possibilistic: secrets
#include <pthread.h>
int pin = 1, seen;
static void* worker(void* unused) {
  if (pin > 1) seen = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return seen > 5;
}
