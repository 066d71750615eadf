// selvage-test: a timer that would send a signal stops with a message
// expect: unmodelled
// plain-exit: skip
#include <pthread.h>
#include <unistd.h>

static int value;

static void* worker(void* unused) {
  value++;
  alarm(1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
