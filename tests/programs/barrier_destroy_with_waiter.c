// selvage-test: destroying a barrier at which a thread waits is misuse; before it waits, its wait is
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
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_barrier_destroy(&barrier);
  pthread_join(thread, NULL);
  return 0;
}
