// selvage-test: threads that go round a loop beside an assumption that failed are no livelock
// expect: assume-failed
// plain-exit: skip
#include <pthread.h>
#include <stdatomic.h>

void selvage_assume(int condition);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int never;
static int done;

static void* polls(void* unused) {
  int seen;
  do {
    pthread_mutex_lock(&lock);
    seen = done;
    pthread_mutex_unlock(&lock);
  } while (!seen);
  return unused;
}

static void* assumes(void* unused) {
  selvage_assume(atomic_load(&never) == 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, polls, NULL);
  pthread_create(&threads[1], NULL, assumes, NULL);
  pthread_join(threads[1], NULL);
  pthread_mutex_lock(&lock);
  done = 1;
  pthread_mutex_unlock(&lock);
  pthread_join(threads[0], NULL);
  return 0;
}
