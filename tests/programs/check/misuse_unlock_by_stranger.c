// selvage-check: bug
// shows: a thread unlocks a mutex that another one holds, in one of two orders
// finding: misuse
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int held;

static void* holds(void* unused) {
  pthread_mutex_lock(&mutex);
  atomic_store(&held, 1);
  atomic_store(&held, 0);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* unlocks(void* unused) {
  if (atomic_load(&held)) pthread_mutex_unlock(&mutex);  // finding
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, holds, NULL);
  pthread_create(&second, NULL, unlocks, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
