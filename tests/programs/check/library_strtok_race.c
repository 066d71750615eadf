// selvage-check: bug
// shows: two threads must not take strings apart with strtok, even if the strings are their own: each goes on where the other was
// finding: data-race
#include <pthread.h>
#include <string.h>

static void* take_apart(void* unused) {
  char own[] = "a b c";
  for (char* word = strtok(own, " "); word != 0; word = strtok(0, " ")) {
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, take_apart, 0);
  take_apart(0);
  pthread_join(thread, 0);
}
