// selvage-check: bug
// shows: a variable that one thread reads and another writes without protection (DSCMC, appendix B.1)
// finding: data-race
// strength: observed
// executions: 2
// strategies: source, classic, dfs
// The paper reports the race as soon as both threads exist: one is about to read the flag, the other to write it.
#include <pthread.h>
#include <stdio.h>

static int flag;

static void* look(void* unused) {
  if (flag == 1) printf("set\n");  // finding
  return unused;
}

static void* reset(void* unused) {
  flag = 0;  // finding
  return unused;
}

int main(void) {
  pthread_t looks, resets;
  pthread_create(&looks, NULL, look, NULL);
  pthread_create(&resets, NULL, reset, NULL);
  pthread_join(looks, NULL);
  pthread_join(resets, NULL);
  return 0;
}
