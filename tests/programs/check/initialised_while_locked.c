// selvage-check: bug
// shows: a mutex is initialised while another thread is between its lock and its unlock, with no other step in between
// finding: misuse
// strategies: source, classic, dfs
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* uses(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, uses, 0);
  pthread_mutex_init(&mutex, 0);  // finding
  pthread_join(thread, 0);
  return 0;
}
