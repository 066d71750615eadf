// selvage-check: bug
// shows: gmtime and localtime return the same structure to all threads
// finding: data-race
#include <pthread.h>
#include <time.h>

static void* tell(void* unused) {
  time_t now = 0;
  localtime(&now);  // finding
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, tell, 0);
  time_t now = 3600;
  gmtime(&now);  // finding
  pthread_join(thread, 0);
}
