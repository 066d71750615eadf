// selvage-check: bug
// shows: a reader that unlocks in the step in which it locks competes with the writer that let it in
// finding: data-race
// strategies: source, classic, dfs
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int shared;

static void* write_locked(void* unused) {
  pthread_rwlock_wrlock(&lock);
  shared = 2;  // finding
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void* read_unlocked(void* unused) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return shared == 2 ? unused : &shared;  // finding
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, write_locked, NULL);
  pthread_create(&threads[1], NULL, read_unlocked, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
