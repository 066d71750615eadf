// One writer and N readers of one atomic.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int shared;

static void* writer(void* unused) {
  atomic_store(&shared, 1);
  return unused;
}

static void* reader(void* unused) {
  (void)atomic_load(&shared);
  return unused;
}

int main(void) {
  pthread_t threads[N + 1];
  pthread_create(&threads[0], NULL, writer, NULL);
  for (int i = 1; i <= N; i++) pthread_create(&threads[i], NULL, reader, NULL);
  for (int i = 0; i <= N; i++) pthread_join(threads[i], NULL);
  return 0;
}
