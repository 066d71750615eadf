// selvage-test: fifteen threads count under one mutex
// expect: completed
#include <assert.h>
#include <pthread.h>

enum { kThreads = 15 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* worker(void* unused) {
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; i++) assert(pthread_create(&threads[i], NULL, worker, NULL) == 0);
  for (int i = 0; i < kThreads; i++) assert(pthread_join(threads[i], NULL) == 0);
  assert(count == kThreads);
  return 0;
}
