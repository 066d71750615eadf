// selvage-check: bug
// shows: a test that says by its exit status that it failed: two threads lose an update
// finding: exit-status
// findings: 1
// strategies: source, classic, dfs
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int count;

static void *add(void *unused) {
  int old = count;
  count = old + 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (count != 2) {
    fprintf(stderr, "FAIL\n");
    return 1;  // finding
  }
  return 0;
}
