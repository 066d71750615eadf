// selvage-check: bug
// shows: a lock with a deadline that is not explored competes with an attempt to lock, also as the first of the two
// finding: assertion
// strategies: source, classic, dfs
// check-options: --timeouts never
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int last;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const struct timespec later = {4102444800, 0};

static void* try(void* unused) {
  if (pthread_mutex_trylock(&lock) == 0) {
    last = 1;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void* wait(void* unused) {
  if (pthread_mutex_timedlock(&lock, &later) == 0) {
    last = 2;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, try, 0);
  pthread_create(&other, 0, wait, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  assert(last != 1);  // finding
  return 0;
}
