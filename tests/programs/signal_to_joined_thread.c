// selvage-test: sending a signal to a thread that was joined is misuse
// expect: misuse
// plain-exit: skip
#include <pthread.h>
#include <signal.h>

static int value;

static void* worker(void* unused) {
  value++;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  pthread_kill(thread, 0);
  return 0;
}
