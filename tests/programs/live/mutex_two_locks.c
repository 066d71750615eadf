// selvage-live: verified
// shows: two threads take two mutexes in the same order; what the same program with spinlocks is measured by
// executions: 2
// loops: 0
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int balance[2] = {1, 1};

static void* transfers(void* unused) {
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  balance[0]--;
  balance[1]++;
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, transfers, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(balance[0] == -1 && balance[1] == 3);
  return 0;
}
