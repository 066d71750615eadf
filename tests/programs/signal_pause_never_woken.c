// selvage-test: pause without a signal to come is a deadlock
// expect: deadlock
// plain-exit: skip
#include <pthread.h>
#include <unistd.h>

static void* pauses(void* unused) {
  pause();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, pauses, NULL);
  pthread_join(thread, NULL);
  return 0;
}
