// selvage-check: bug
// shows: strsep writes over the delimiter
// finding: data-race
#include <pthread.h>
#include <string.h>

static char text[] = "a,b";

static void* look(void* unused) {
  return text[1] == ',' ? unused : 0;  // finding
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, look, 0);
  char* rest = text;
  strsep(&rest, ",");  // finding
  pthread_join(thread, 0);
}
