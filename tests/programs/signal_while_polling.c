// selvage-test: a handler that interrupts a thread in a loop is no part of the loop, and may let it out
// expect: completed
// plain-exit: 0
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int count;

static void counts(int signal) {
  (void)signal;
  atomic_fetch_add(&count, 1);
}

static void* polls(void* unused) {
  int seen;
  do {
    pthread_rwlock_rdlock(&lock);
    seen = atomic_load(&count);
    pthread_rwlock_unlock(&lock);
  } while (seen < 2);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  signal(SIGUSR1, counts);
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, polls, NULL);
    assert(pthread_kill(threads[i], SIGUSR1) == 0);
  }
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&count) == 2);
  return 0;
}
