// selvage-check: bug
// shows: nobody may look at the environment while another thread changes it
// finding: data-race
#include <pthread.h>
#include <stdlib.h>

static void* change(void* unused) {
  setenv("SELVAGE_TEST", "1", 1);  // finding
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, change, 0);
  char* value = getenv("SELVAGE_TEST");  // finding
  pthread_join(thread, 0);
  return value != 0 && *value == 0;
}
