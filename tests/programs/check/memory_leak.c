// selvage-check: bug
// shows: whoever comes second overwrites the only pointer to a block
// finding: leak
// check-options: --check=all
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int*) slot;

static void* fills(void* unused) {
  atomic_store(&slot, malloc(sizeof(int)));
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, fills, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  free(atomic_load(&slot));
  return 0;
}
