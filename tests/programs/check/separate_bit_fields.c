// selvage-check: verified
// shows: bit-fields with a field of width zero between them are different locations
// executions: 1
// strategies: source, classic
#include <pthread.h>

static struct {
  unsigned char left : 3;
  unsigned char : 0;
  unsigned char right : 3;
} fields;

static void* writes_left(void* unused) {
  fields.left = 1;
  return unused;
}

static void* writes_right(void* unused) {
  fields.right = 2;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, writes_left, NULL);
  pthread_create(&second, NULL, writes_right, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return fields.left + fields.right == 0;
}
