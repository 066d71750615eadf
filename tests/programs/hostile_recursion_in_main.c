// selvage-test: main recurses without end while a thread runs
// expect: crash
// plain-exit: skip
#include <pthread.h>
#include <sched.h>

static volatile int sink, deepest = 1 << 30;

__attribute__((noinline)) static int down(int depth, int limit) {
  volatile char frame[256];
  frame[0] = (char)depth;
  return depth < limit ? down(depth + 1, limit) + frame[0] : 0;
}

static void* yields(void* unused) {
  for (int i = 0; i < 5; i++) sched_yield();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, yields, NULL);
  sink = down(0, deepest);
  pthread_join(thread, NULL);
  return 0;
}
