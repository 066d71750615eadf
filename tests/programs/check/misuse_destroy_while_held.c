// selvage-check: bug
// shows: a mutex is destroyed while a thread may still hold it
// finding: misuse
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex;
static atomic_int entered;

static void* holds(void* unused) {
  pthread_mutex_lock(&mutex);
  atomic_store(&entered, 1);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_init(&mutex, NULL);
  pthread_create(&thread, NULL, holds, NULL);
  if (atomic_load(&entered)) pthread_mutex_destroy(&mutex);  // finding
  pthread_join(thread, NULL);
  return 0;
}
