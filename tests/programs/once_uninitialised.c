// selvage-test: a once control with garbage in it is misuse
// expect: misuse
// plain-exit: skip
#include <pthread.h>

static pthread_once_t control = 0x5a5a5a5a;

static void initialise(void) {}

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
