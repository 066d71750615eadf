// selvage-check: verified
// shows: a wait that looks first whether what it waits for has happened
// executions: 2
// strategies: source, classic, dfs
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int happened;

static void* waits(void* unused) {
  pthread_mutex_lock(&mutex);
  while (!happened) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* signals(void* unused) {
  pthread_mutex_lock(&mutex);
  happened = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, waits, NULL);
  pthread_create(&second, NULL, signals, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
