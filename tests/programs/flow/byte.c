// shows: of a single byte all values are tried, one of which is special
// observational: secrets
#include <pthread.h>
#include <selvage.h>
static unsigned char key;
static void* worker(void* unused) {
  selvage_observe("out", key == 0xa7);
  return unused;
}
int main(void) {
  pthread_t thread;
  selvage_secret(&key, sizeof key);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
