// shows: with one value of the secret the program crashes
// secret-values: 0..1
// termination: secrets
// observational: secrets
#include <pthread.h>
#include <selvage.h>
static int bad;
static int value;
static void* worker(void* unused) {
  int* place = bad ? 0 : &value;
  *place = 1;
  selvage_observe("out", 1);
  return unused;
}
int main(void) {
  pthread_t thread;
  selvage_secret(&bad, sizeof bad);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
