// selvage-check: bug
// shows: both threads hold a lock, but not the same one
// finding: data-race
// strategies: source, classic, dfs
#include <pthread.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void* writes(void* argument) {
  pthread_mutex_lock(argument);
  shared = 1;  // finding
  pthread_mutex_unlock(argument);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, writes, &one);
  pthread_create(&second, NULL, writes, &other);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
