// selvage-test: a crash in main after all threads have ended is still a crash
// expect: crash
// plain-exit: skip
#include <pthread.h>

static int* volatile nowhere;

static void* worker(void* argument) { return argument; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  *nowhere = 1;
  return 0;
}
