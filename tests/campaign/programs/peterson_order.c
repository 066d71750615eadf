// campaign: in Peterson's algorithm the turn is given away before the interest is shown
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int interested[2], turn, inside;
static void* enter(void* number) {
  long self = (long)number, other = 1 - self;
#ifdef FIXED
  interested[self] = 1;
  turn = (int)other;
#else
  turn = (int)other;
  interested[self] = 1;
#endif
  while (interested[other] && turn == other) {
  }
  assert(inside++ == 0);
  inside--;
  interested[self] = 0;
  return 0;
}
int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, enter, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
