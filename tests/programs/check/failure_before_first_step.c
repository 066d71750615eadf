// selvage-check: bug
// shows: the first thread fails before it comes to anything that is known to be shared, and races with one that waits
// finding: data-race
// blocked: 4
// check-options: --check=race,deadlock
#include <assert.h>
#include <pthread.h>

static int shared;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* change(void* unused) {
  pthread_mutex_lock(&mutex);
  shared++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, change, NULL);
  pthread_create(&threads[1], NULL, change, NULL);
  assert(shared > 2);
}
