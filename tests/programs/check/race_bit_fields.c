// selvage-check: bug
// shows: neighbouring bit-fields are one location: writing one reads and writes the other
// finding: data-race
#include <pthread.h>

static struct {
  unsigned left : 3;
  unsigned right : 3;
} fields;

static void* writes_left(void* unused) {
  fields.left = 1;  // finding
  return unused;
}

static void* writes_right(void* unused) {
  fields.right = 2;  // finding
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, writes_left, NULL);
  pthread_create(&second, NULL, writes_right, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
