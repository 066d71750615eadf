// selvage-test: a thread that needs more than its stack crashes; the other threads' stacks are not touched
// expect: crash
// carrier-executions: 20
// plain-exit: skip
#include <pthread.h>

static volatile int limit = 1 << 30;

static int descend(int depth) {
  volatile char frame[1024];
  frame[0] = (char)depth;
  return depth < limit ? descend(depth + 1) + frame[0] : 0;
}

static void* overflows(void* argument) {
  *(int*)argument = descend(0);
  return NULL;
}

int main(void) {
  pthread_t thread;
  int result;
  pthread_create(&thread, NULL, overflows, &result);
  pthread_join(thread, NULL);
  return 0;
}
