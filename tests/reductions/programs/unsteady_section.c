// What the second thread's section accesses depends on whether the first one's came before it: only there it meets the
// third one's.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x, y, seen;

static void* set(void* unused) {
  pthread_mutex_lock(&mutex);
  x = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* look(void* unused) {
  pthread_mutex_lock(&mutex);
  if (x == 0) seen = y;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* put(void* unused) {
  pthread_mutex_lock(&mutex);
  y = 5;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, set, NULL);
  pthread_create(&threads[1], NULL, look, NULL);
  pthread_create(&threads[2], NULL, put, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(seen != 5);
  return 0;
}
