// selvage-check: verified
// shows: where statuses are not looked for they do not count
// check-options: --check standard,-exit-status
// strategies: source
#include <pthread.h>

static void *nothing(void *unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_join(thread, NULL);
  return 1;
}
