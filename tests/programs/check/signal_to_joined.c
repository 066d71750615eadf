// selvage-check: bug
// shows: a signal that comes after its receiver was joined is a misuse, and one that comes before it a handler's failure
// finding: assertion
// check-options: --check=assertion
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static int state;
static atomic_int rounds;
static pthread_t threads[2];

static void look(int number) {
  (void)number;
  assert(state != 1);
}

static void* change(void* unused) {
  state = 1;
  state = 2;
  atomic_fetch_add(&rounds, 1);
  return unused;
}

static void* strike(void* unused) {
  pthread_kill(threads[0], SIGUSR1);
  return unused;
}

int main(void) {
  signal(SIGUSR1, look);
  pthread_create(&threads[0], NULL, change, NULL);
  pthread_create(&threads[1], NULL, strike, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}
