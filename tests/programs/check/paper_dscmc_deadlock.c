// selvage-check: bug
// shows: two mutexes taken in opposite orders (DSCMC, appendix B.2)
// finding: deadlock
// executions: 3
// strategies: source, classic, dfs
// The paper finds the deadlock once: the scenario that begins with the other thread is the same one to its reduction.
// Besides it there are two executions that complete, one for each thread that comes first.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* count_up(void* unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  counter++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}

static void* count_down(void* unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  counter--;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  pthread_t up, down;
  pthread_create(&up, NULL, count_up, NULL);
  pthread_create(&down, NULL, count_down, NULL);
  pthread_join(up, NULL);
  pthread_join(down, NULL);
  return 0;
}
