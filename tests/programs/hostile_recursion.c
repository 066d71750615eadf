// selvage-test: a thread recurses without end and without visible operations
// expect: crash
// plain-exit: skip
#include <pthread.h>

static volatile int sink;

__attribute__((noinline)) static int down(int depth);

__attribute__((noinline)) static int further_down(int depth) { return down(depth + 1) + sink; }
__attribute__((noinline)) static int down(int depth) { return further_down(depth + 1) + sink; }

static void* recurses(void* unused) {
  sink = down(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, recurses, NULL);
  pthread_join(thread, NULL);
  return 0;
}
