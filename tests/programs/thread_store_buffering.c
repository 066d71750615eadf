// selvage-test: sequentially consistent atomics forbid that both threads read the old value
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2];
static int seen[2];

static void* set_own_then_read_other(void* argument) {
  int self = *(int*)argument;
  atomic_store(&flag[self], 1);
  seen[self] = atomic_load(&flag[1 - self]);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int numbers[2] = {0, 1};
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, set_own_then_read_other, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(seen[0] || seen[1]);
  return 0;
}
