// selvage-test: popen in main after threads have started stops with a message
// expect: unmodelled
// plain-exit: skip
#include <pthread.h>
#include <stdio.h>

static void* worker(void* argument) { return argument; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  FILE* output = popen("true", "r");
  if (output) pclose(output);
  pthread_join(thread, NULL);
  return 0;
}
