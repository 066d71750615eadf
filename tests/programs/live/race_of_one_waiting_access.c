// selvage-live: bug
// shows: two threads wait for the same memory, one with an atomic access: only the plain one races
// finding: data-race
// check-options: --check race
#include <pthread.h>
#include <stdatomic.h>

static int state = 1;

static void* wait_atomically(void* unused) {
  int expected = 0;
  while (!__atomic_compare_exchange_n(&state, &expected, 1, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) expected = 0;
  return unused;
}

static void* wait_plainly(void* unused) {
  while (state < 2) continue;  // finding
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, wait_atomically, 0);
  pthread_create(&b, 0, wait_plainly, 0);
  int expected = 1;
  __atomic_compare_exchange_n(&state, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);  // finding
  return 0;
}
