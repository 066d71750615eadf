// selvage-live: bug
// shows: two threads walk a list of two nodes hand over hand from opposite ends, and both step back when they meet
// finding: livelock
// rounds: 10
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_flag locked[2] = {ATOMIC_FLAG_INIT, ATOMIC_FLAG_INIT};

static void* walks(void* argument) {
  intptr_t from = (intptr_t)argument, to = 1 - from;
  for (;;) {
    while (atomic_flag_test_and_set(&locked[from])) continue;
    if (!atomic_flag_test_and_set(&locked[to])) break;
    atomic_flag_clear(&locked[from]);
  }
  atomic_flag_clear(&locked[from]);
  atomic_flag_clear(&locked[to]);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, walks, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
