// The running example of the paper on property-driven pruning (Fig. 1): whether y is accessed under the wrong lock depends on
// the order of two sections; the order of the others does not matter. With -DROUNDS=N they come N times.
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 1
#endif

static int x, y, z;
static pthread_mutex_t f1 = PTHREAD_MUTEX_INITIALIZER, f2 = PTHREAD_MUTEX_INITIALIZER;

static void* first(void* argument) {
  pthread_mutex_lock(&f1);
  x++;
  pthread_mutex_unlock(&f1);
  pthread_mutex_lock(&f2);
  y++;
  pthread_mutex_unlock(&f2);
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&f1);
    z++;
    pthread_mutex_unlock(&f1);
  }
  return argument;
}

static void* second(void* argument) {
  for (int i = 1; i < ROUNDS; i++) {
    pthread_mutex_lock(&f1);
    z++;
    pthread_mutex_unlock(&f1);
  }
  pthread_mutex_lock(&f1);
  z++;
  int c = x;
  pthread_mutex_unlock(&f1);
  pthread_mutex_lock(&f1);
  if (c == 0) y++;
  pthread_mutex_unlock(&f1);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
