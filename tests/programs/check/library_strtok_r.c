// selvage-check: verified
// shows: strtok_r and strsep keep nothing, and write no more than one byte of the string
#include <pthread.h>
#include <string.h>

static char first[] = "a b", second[] = "a,b";

static void* read_end(void* unused) { return first[2] == 'b' && second[2] == 'b' ? unused : 0; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, read_end, 0);
  char *position, *rest = second;
  strtok_r(first, " ", &position);
  strsep(&rest, ",");
  pthread_join(thread, 0);
  return *position != 'b' || *rest != 'b';
}
