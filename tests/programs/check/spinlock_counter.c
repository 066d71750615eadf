// selvage-check: verified
// shows: increments under a spinlock
// executions: 2
// strategies: source, classic, dfs
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void* increments(void* unused) {
  pthread_spin_lock(&lock);
  counter++;
  pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, increments, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 2);
  return 0;
}
