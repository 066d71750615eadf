// selvage-test: the last user of a reference-counted object is not the last to look at its counter
// expect: completed, memory-error
// finding: atomic update of 4 bytes at offset 0 of a block of 4 bytes that was freed
// plain-exit: skip
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int* counter;

static void* borrows(void* unused) {
  atomic_fetch_add(counter, 1);  // too late: the owner's own reference may be gone
  if (atomic_fetch_sub(counter, 1) == 1) free(counter);
  return unused;
}

int main(void) {
  pthread_t thread;
  counter = malloc(sizeof *counter);
  atomic_init(counter, 1);
  pthread_create(&thread, NULL, borrows, NULL);
  if (atomic_fetch_sub(counter, 1) == 1) free(counter);
  pthread_join(thread, NULL);
  return 0;
}
