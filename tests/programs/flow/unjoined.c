// shows: main may end before the thread is seen to write, whatever the secret is
// secret-values: 0..1
// observational: interleavings
// possibilistic: safe
#include <pthread.h>
#include <selvage.h>
static int secret, used;
static void* worker(void* unused) {
  used = secret;
  selvage_observe("out", 1);
  return unused;
}
int main(void) {
  pthread_t thread;
  selvage_secret(&secret, sizeof secret);
  pthread_create(&thread, 0, worker, 0);
  return 0;
}
