// selvage-check: bug
// shows: in which order threads call rand decides on the numbers
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int first_number;

static void* draw(void* unused) {
  rand();
  return unused;
}

int main(void) {
  srand(7);
  first_number = rand();
  srand(7);
  pthread_t thread;
  pthread_create(&thread, 0, draw, 0);
  int number = rand();
  pthread_join(thread, 0);
  assert(number == first_number);  // finding
}
