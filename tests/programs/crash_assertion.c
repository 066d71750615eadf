// selvage-test: a failing assert in a thread, holding a mutex, ends the execution as an assertion
// expect: assertion
// plain-exit: skip
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void* fails(void* unused) {
  pthread_mutex_lock(&lock);
  assert(value == 1);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, fails, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
