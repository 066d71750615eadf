// selvage-check: bug
// shows: the step that ends the program gives back what another thread waits for, which could have come first
// finding: data-race
// check-options: --check race
// strategies: source, classic, dfs
// blocked: 1
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void* write_and_fail(void* unused) {
  pthread_mutex_lock(&lock);
  shared = 2;  // finding
  pthread_mutex_unlock(&lock);
  __builtin_trap();
  return unused;
}

static void* read_unlocked(void* unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return shared == 2 ? unused : &shared;  // finding
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, write_and_fail, NULL);
  pthread_create(&threads[1], NULL, read_unlocked, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
