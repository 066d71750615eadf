// selvage-test: each thread uses more than 200 KiB of stack, with switches at the bottom
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

enum { kFrame = 4096, kDepth = 56 };

static int descend(int depth, int mark) {
  volatile char frame[kFrame];
  memset((char*)frame, mark, kFrame);
  if (depth == 0) {
    sched_yield();
    return 0;
  }
  int below = descend(depth - 1, mark);
  assert(frame[0] == mark && frame[kFrame - 1] == mark);
  return below + 1;
}

static void* worker(void* argument) {
  for (int i = 0; i < 2; i++) assert(descend(kDepth, *(int*)argument) == kDepth);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  int marks[3] = {1, 2, 3};
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, &marks[i]);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
