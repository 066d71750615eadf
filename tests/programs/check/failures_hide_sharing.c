// selvage-check: bug
// shows: two threads that end the program share what decides on it, and no execution goes through both
// finding: assertion
// blocked: 2
// check-options: --check=assertion
#include <assert.h>
#include <pthread.h>

static int ready;

static void* use(void* unused) {
  if (ready == 0) *(volatile int*)0 = 1;
  assert(!"comes here between the two steps of the other thread");
  return unused;
}

static void* prepare(void* unused) {
  ready = 1;
  *(volatile int*)0 = 2;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, use, NULL);
  pthread_create(&threads[1], NULL, prepare, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
