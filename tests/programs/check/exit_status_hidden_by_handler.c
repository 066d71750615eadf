// selvage-check: verified
// shows: a handler of atexit turns a status into success
// strategies: source
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void forgive(void) { _exit(0); }

static void *nothing(void *unused) { return unused; }

int main(void) {
  atexit(forgive);
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_join(thread, NULL);
  return 9;
}
