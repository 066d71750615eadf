// campaign: two writers reserve the same part of a buffer
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int end, written[4];
static void* write_two(void* unused) {
  (void)unused;
#ifdef FIXED
  int at = atomic_fetch_add(&end, 2);
#else
  int at = end;
  end = at + 2;
#endif
  for (int i = at; i < at + 2; i++) assert(written[i]++ == 0);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, write_two, 0);
  pthread_create(&threads[1], 0, write_two, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
