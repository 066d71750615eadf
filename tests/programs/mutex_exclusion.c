// selvage-test: a statically initialised mutex keeps three threads apart
// expect: completed
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside, total;

static void* worker(void* unused) {
  for (int round = 0; round < 2; round++) {
    assert(pthread_mutex_lock(&lock) == 0);
    inside++;
    assert(inside == 1);
    total++;
    inside--;
    assert(pthread_mutex_unlock(&lock) == 0);
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(total == 6);
  return 0;
}
