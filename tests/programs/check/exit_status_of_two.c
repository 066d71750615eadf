// selvage-check: bug
// shows: two threads end the program with different statuses: who comes first decides, and each is a finding
// finding: exit-status
// findings: 2
// strategies: source, classic, dfs
#include <pthread.h>
#include <stdlib.h>

static void *one(void *unused) {
  exit(1);  // finding
  return unused;
}

static void *two(void *unused) {
  exit(2);  // finding
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
