// selvage-test: waiting at a barrier that was never initialised is misuse
// expect: misuse
// plain-exit: skip
#include <pthread.h>

static pthread_barrier_t barrier;

static void* worker(void* unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
