// selvage-check: bug
// shows: main returns 0, and a handler of atexit decides on another status
// finding: exit-status
// findings: 1
// strategies: source, dfs
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int first;
static int last;

static void judge(void) {
  if (last == 1)
    _exit(8);  // finding
}

static void *work(void *value) {
  first = *(int *)value;
  return NULL;
}

int main(void) {
  static int one = 1, two = 2;
  atexit(judge);
  pthread_t a, b;
  pthread_create(&a, NULL, work, &one);
  pthread_create(&b, NULL, work, &two);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  last = first;
  return 0;
}
