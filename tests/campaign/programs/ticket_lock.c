// campaign: tickets are drawn by a read and a write
// finding: assertion, livelock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int tickets, serving, inside;
static void* enter(void* unused) {
  (void)unused;
#ifdef FIXED
  int mine = atomic_fetch_add(&tickets, 1);
#else
  int mine = tickets;
  tickets = mine + 1;
#endif
  while (serving != mine) {
  }
  assert(inside++ == 0);
  inside--;
  serving = mine + 1;
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, enter, 0);
  pthread_create(&threads[1], 0, enter, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
