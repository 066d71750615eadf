// N writers each store one more than their left neighbour; a reader looks for the last zero from the right.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int cells[N + 1];

static void* reader(void* unused) {
  int i = N;
  while (atomic_load(&cells[i]) != 0) i--;
  return unused;
}

static void* writer(void* argument) {
  intptr_t own = (intptr_t)argument;
  atomic_store(&cells[own], atomic_load(&cells[own - 1]) + 1);
  return NULL;
}

int main(void) {
  pthread_t threads[N + 1];
  pthread_create(&threads[0], NULL, reader, NULL);
  for (intptr_t i = 1; i <= N; i++) pthread_create(&threads[i], NULL, writer, (void*)i);
  for (int i = 0; i <= N; i++) pthread_join(threads[i], NULL);
  return 0;
}
