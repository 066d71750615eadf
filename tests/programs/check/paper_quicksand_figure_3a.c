// selvage-check: bug
// shows: a race that the order of two unrelated critical sections hides in one interleaving (Quicksand, Fig. 3a)
// finding: data-race
// executions: 5
// strategies: source, classic, dfs
// Happens-before on a single run misses it when the first thread's section comes first. In the other order of the
// sections nothing orders the increments.
#include <pthread.h>

static int x;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* counts_before(void* unused) {
  x++;  // finding
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* counts_after(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  x++;  // finding
  return unused;
}

int main(void) {
  pthread_t before, after;
  pthread_create(&before, NULL, counts_before, NULL);
  pthread_create(&after, NULL, counts_after, NULL);
  pthread_join(before, NULL);
  pthread_join(after, NULL);
  return 0;
}
