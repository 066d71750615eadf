// selvage-check: bug
// shows: a block is used under the lock, but after it was freed under the lock
// finding: use-after-free
// executions: 2
// strategies: source, classic, dfs
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int* block;

static void* frees(void* unused) {
  pthread_mutex_lock(&mutex);
  free(block);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* uses(void* unused) {
  pthread_mutex_lock(&mutex);
  *block = 1;  // finding
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t first, second;
  block = malloc(sizeof *block);
  pthread_create(&first, NULL, frees, NULL);
  pthread_create(&second, NULL, uses, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
