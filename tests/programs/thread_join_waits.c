// selvage-test: join blocks until the thread has done its last write
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static int progress[2];

static void* worker(void* argument) {
  int* mine = argument;
  for (int step = 0; step < 4; step++) {
    (*mine)++;
    sched_yield();
  }
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) assert(pthread_create(&threads[i], NULL, worker, &progress[i]) == 0);
  for (int i = 0; i < 2; i++) {
    void* result;
    assert(pthread_join(threads[i], &result) == 0);
    assert(result == &progress[i]);
    assert(progress[i] == 4);
  }
  return 0;
}
