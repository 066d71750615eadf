// selvage-check: bug
// shows: in which order threads get to the environment under a lock decides on what is found
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* change(void* unused) {
  pthread_mutex_lock(&mutex);
  setenv("SELVAGE_TEST", "1", 1);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, change, 0);
  pthread_mutex_lock(&mutex);
  char* value = getenv("SELVAGE_TEST");
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  assert(value == 0);  // finding
}
