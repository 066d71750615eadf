// selvage-check: verified
// shows: any number of threads may look at the environment
// executions: 1
#include <pthread.h>
#include <stdlib.h>

static void* look(void* unused) { return getenv("SELVAGE_TEST") != 0 ? unused : 0; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, look, 0);
  look(0);
  pthread_join(thread, 0);
}
