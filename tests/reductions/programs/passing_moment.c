// An assumption about two variables that are right only for a moment, each by another thread: it holds where both moments meet.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int condition);

static int x, y, announced, met;

static void* pass_x(void* unused) {
  x = 1;
  x = 0;
  return unused;
}

static void* pass_y(void* unused) {
  y = 1;
  y = 0;
  return unused;
}

static void* wait_for_both(void* unused) {
  announced = 1;
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(x == 1 && y == 1);
  met = 1;
  __VERIFIER_atomic_end();
  assert(!met);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, pass_x, NULL);
  pthread_create(&threads[1], NULL, pass_y, NULL);
  pthread_create(&threads[2], NULL, wait_for_both, NULL);
  int seen = announced;
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return seen > 1;
}
