// selvage-test: system in a thread stops with a message
// expect: unmodelled
// plain-exit: skip
#include <pthread.h>
#include <stdlib.h>

static void* runs_command(void* unused) {
  if (system("true") != 0) return &free;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, runs_command, NULL);
  pthread_join(thread, NULL);
  return 0;
}
