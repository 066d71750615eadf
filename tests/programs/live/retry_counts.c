// selvage-live: bug
// shows: how often a loop failed is looked at after the loop, so the failed rounds are part of what happened
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;

static void* tries(void* unused) {
  int failures = 0;
  while (failures < 4 && atomic_exchange(&locked, 1)) failures++;
  assert(failures != 2);  // finding
  if (failures < 4) atomic_store(&locked, 0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, tries, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
