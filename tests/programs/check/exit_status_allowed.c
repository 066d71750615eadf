// selvage-check: verified
// shows: a status that the user allows is no finding, nor is 0
// check-options: --exit-status 77,3
// strategies: source
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
  return seen ? 77 : 0;
}
