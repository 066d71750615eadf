// The order of the last two sections decides whether y is written, and only what was read of y at the very beginning decides
// whether x is accessed without a lock. Behind the first thread nothing can race, and yet what comes there has to be known.
#include <pthread.h>

static int f, x, y;
static pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER, m = PTHREAD_MUTEX_INITIALIZER;

static void* reader(void* argument) {
  pthread_mutex_lock(&g);
  int c = y;
  pthread_mutex_unlock(&g);
  if (c) x = 1;
  return argument;
}

static void* setter(void* argument) {
  x = 2;
  pthread_mutex_lock(&m);
  f = 1;
  pthread_mutex_unlock(&m);
  return argument;
}

static void* writer(void* argument) {
  pthread_mutex_lock(&m);
  int r = f;
  pthread_mutex_unlock(&m);
  if (!r) {
    pthread_mutex_lock(&g);
    y = 1;
    pthread_mutex_unlock(&g);
  }
  return argument;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, reader, 0);
  pthread_create(&threads[1], 0, setter, 0);
  pthread_create(&threads[2], 0, writer, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return 0;
}
