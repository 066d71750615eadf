// selvage-check: verified
// shows: of a status only the lowest byte comes through: 256 is 0
// strategies: source, dfs
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *work(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  int seen = count;
  pthread_join(thread, NULL);
  return seen * 256;
}
