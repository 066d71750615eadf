// selvage-live: verified
// shows: an iteration that fails to exchange more often than there is room to note is one that changes nothing
// executions: 60
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int state = 1;

static int exchange(int expected, int desired) {
  atomic_compare_exchange_strong(&state, &expected, desired);
  return expected;
}

static void* hands_over(void* unused) {
  exchange(1, 2);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, hands_over, NULL);
  for (;;) {
    for (int i = 0; i < 60; i++)
      if (exchange(2, 0) != 1) goto out;
    sched_yield();
  }
out:
  pthread_join(thread, NULL);
}
