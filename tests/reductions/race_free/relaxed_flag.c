// A relaxed flag lets the second thread go on but orders nothing: the accesses to x race though they never wait side by side.
// The sections before and after do not matter.
#include <pthread.h>
#include <stdatomic.h>

static int x, z;
static atomic_int flag;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void count(void) {
  pthread_mutex_lock(&m);
  z++;
  pthread_mutex_unlock(&m);
}

static void* first(void* argument) {
  count();
  x = 1;
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  count();
  return argument;
}

static void* second(void* argument) {
  count();
  if (atomic_load_explicit(&flag, memory_order_relaxed)) x = 2;
  count();
  return argument;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
