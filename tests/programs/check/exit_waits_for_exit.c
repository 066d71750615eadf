// selvage-check: verified
// shows: a thread that calls exit while another one runs exit handlers waits for the end, and is not stuck
// executions: 6
// strategies: source, classic, dfs
#include <pthread.h>
#include <stdlib.h>

static _Atomic int count;

static void increment(void) { count++; }

static void *end(void *unused) {
  count++;
  exit(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  atexit(increment);
  pthread_create(&thread, 0, end, 0);
  count++;
  return 0;
}
