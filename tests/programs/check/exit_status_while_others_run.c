// selvage-check: bug
// shows: main returns a status while another thread still runs
// finding: exit-status
// findings: 1
// strategies: source, dfs
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *work(void *unused) {
  for (int i = 0; i < 3; i++)
    count++;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_detach(thread);
  return count == 2 ? 7 : 0;  // finding
}
