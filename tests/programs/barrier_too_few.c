// selvage-test: a barrier for three that only two reach is a deadlock
// expect: deadlock
// plain-exit: skip
#include <pthread.h>

static pthread_barrier_t barrier;

static void* arrives(void* unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, NULL, 3);
  pthread_create(&thread, NULL, arrives, NULL);
  pthread_barrier_wait(&barrier);
  pthread_join(thread, NULL);
  return 0;
}
