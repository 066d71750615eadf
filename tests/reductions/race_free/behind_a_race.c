// A race on z that is there only behind another one, on y, in one of its two orders: the accesses to z never wait side by side.
#include <pthread.h>

static int y, z;

static void* first(void* argument) {
  z = 1;
  y = 1;
  return argument;
}

static void* second(void* argument) {
  if (y) z = 2;
  return argument;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
