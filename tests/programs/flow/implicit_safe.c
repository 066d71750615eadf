// shows: both branches of a decision on the secret write the same
// option: --secret 'pin: 0,3'
// option: --public seen
// observational: safe
// possibilistic: safe
#include <pthread.h>
int pin = 1, seen, hidden;
static void* worker(void* unused) {
  if (pin > 1) {
    hidden = 1;
    seen = 1;
  } else {
    seen = 1;
  }
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return seen > 5;
}
