// selvage-check: bug
// shows: what the second thread's block accesses depends on whether the first one's came before it
// finding: assertion
// check-options: --check=assertion
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x, y, seen, last;

static void* set(void* unused) {
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_atomic_end();
  return unused;
}

static void* look(void* unused) {
  __VERIFIER_atomic_begin();
  if (x == 0) seen = y;
  __VERIFIER_atomic_end();
  last = y;
  return unused;
}

static void* put(void* unused) {
  y = 5;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, set, NULL);
  pthread_create(&threads[1], NULL, look, NULL);
  pthread_create(&threads[2], NULL, put, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(seen != 5);
  return last == 7;
}
