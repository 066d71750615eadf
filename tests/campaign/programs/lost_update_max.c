// campaign: a maximum is computed from a value that is out of date
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int highest;
static void* note(void* number) {
  int mine = (int)(long)number + 1;
#ifdef FIXED
  int seen = highest;
  while (seen < mine && !atomic_compare_exchange_strong(&highest, &seen, mine)) {
  }
#else
  if (highest < mine) highest = mine;
#endif
  return 0;
}
int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, note, (void*)i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(highest == 3);
  return 0;
}
