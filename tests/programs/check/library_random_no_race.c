// selvage-check: verified
// shows: threads may call rand and random at the same time
// executions: 2
#include <pthread.h>
#include <stdlib.h>

static void* draw(void* unused) {
  random();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, draw, 0);
  int number = rand();
  pthread_join(thread, 0);
  return number < 0;
}
