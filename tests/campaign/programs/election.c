// campaign: two threads both become the leader
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int leader, leaders;
static void* run(void* number) {
  int self = (int)(long)number + 1;
#ifdef FIXED
  int none = 0;
  if (atomic_compare_exchange_strong(&leader, &none, self)) leaders++;
#else
  if (leader == 0) {
    leader = self;
    leaders++;
  }
#endif
  return 0;
}
int main(void) {
  pthread_t threads[4];
  for (long i = 0; i < 4; i++) pthread_create(&threads[i], 0, run, (void*)i);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
  assert(leaders == 1);
  return 0;
}
