// selvage-test: "free if not yet freed" without a lock frees twice in some schedules
// expect: completed, memory-error
// plain-exit: skip
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(char*) shared;

static void* frees_once(void* unused) {
  char* mine = atomic_load(&shared);
  if (mine) {
    atomic_store(&shared, NULL);
    free(mine);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  atomic_store(&shared, malloc(64));
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, frees_once, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
