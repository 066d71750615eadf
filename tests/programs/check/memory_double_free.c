// selvage-check: bug
// shows: whoever sees the pointer frees it; forgetting it comes in another critical section
// finding: double-free
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int* block;

static void* releases(void* unused) {
  pthread_mutex_lock(&mutex);
  int* mine = block;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  free(mine);  // finding
  block = NULL;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  block = malloc(sizeof *block);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, releases, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
