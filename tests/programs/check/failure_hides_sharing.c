// selvage-check: bug
// shows: a crash that nobody asked about ends the program before the other thread is seen to share what decided on it
// finding: assertion
// blocked: 1
// check-options: --check=assertion
#include <assert.h>
#include <pthread.h>

static int ready;

static void* use(void* unused) {
  if (ready == 0) *(volatile int*)0 = 1;
  return unused;
}

static void* prepare(void* unused) {
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, use, NULL);
  pthread_create(&threads[1], NULL, prepare, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(!"comes here if the first thread comes second");
}
