// selvage-check: bug
// shows: a read-write lock is initialised while another thread is between its lock and its unlock, with no other step in between
// finding: misuse
// strategies: source, classic, dfs
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* uses(void* unused) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, uses, 0);
  pthread_rwlock_init(&lock, 0);  // finding
  pthread_join(thread, 0);
  return 0;
}
