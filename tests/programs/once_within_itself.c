// selvage-test: an initialiser that calls its own once control waits for itself
// expect: deadlock
// plain-exit: skip
#include <pthread.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;

static void initialise(void) { pthread_once(&control, initialise); }

static void* worker(void* unused) {
  pthread_once(&control, initialise);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
