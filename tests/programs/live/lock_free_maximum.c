// selvage-live: verified
// shows: a maximum by compare-exchange, which ends early when the value is already higher
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int maximum;

static void* raises(void* argument) {
  int value = (int)(intptr_t)argument + 1;
  int seen = atomic_load(&maximum);
  while (seen < value && !atomic_compare_exchange_weak(&maximum, &seen, value)) continue;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, raises, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&maximum) == 2);
  return 0;
}
