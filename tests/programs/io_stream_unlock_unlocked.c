// selvage-test: unlocking a stream that the thread has not locked is misuse
// expect: misuse
// plain-exit: skip
#include <pthread.h>
#include <stdio.h>

static int value;

static void* worker(void* unused) {
  value++;
  funlockfile(stdout);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
