// selvage-check: bug
// shows: one thread frees a block while another reads it
// finding: data-race, use-after-free
// executions: 2
// strategies: source, classic, dfs
#include <pthread.h>
#include <stdlib.h>

static int* block;

static void* frees(void* unused) {
  free(block);  // finding
  return unused;
}

static void* reads(void* unused) {
  return *block ? unused : NULL;  // finding
}

int main(void) {
  pthread_t first, second;
  block = calloc(1, sizeof *block);
  pthread_create(&first, NULL, frees, NULL);
  pthread_create(&second, NULL, reads, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
