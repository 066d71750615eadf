// selvage-check: verified
// shows: two increments that look alike Fig. 3a, but the second happens only after the first (Quicksand, Fig. 3b)
// executions: 2
// strategies: source, classic, dfs
// Limited happens-before raises a false alarm here; there is no race in any interleaving.
#include <pthread.h>
#include <stdbool.h>

static int x;
static bool done;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* counts_before(void* unused) {
  x++;
  pthread_mutex_lock(&mutex);
  done = true;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* counts_after(void* unused) {
  pthread_mutex_lock(&mutex);
  bool seen = done;
  pthread_mutex_unlock(&mutex);
  if (seen) x++;
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
