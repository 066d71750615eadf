// selvage-check: verified
// shows: each of three readers comes before or after the writer, and they do not care about each other
// executions: 8
// strategies: source, classic
#include <pthread.h>
#include <stdatomic.h>

static atomic_int shared;

static void* writes(void* unused) {
  atomic_store(&shared, 1);
  return unused;
}

static void* reads(void* unused) {
  (void)atomic_load(&shared);
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, i ? reads : writes, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return 0;
}
