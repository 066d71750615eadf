// selvage-live: verified
// shows: two threads hand a token to each other and poll for it
// loops: 1
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int holder;
static int rounds;

static void* plays(void* argument) {
  intptr_t own = (intptr_t)argument;
  for (int i = 0; i < 2; i++) {
    while (atomic_load(&holder) != own) continue;
    rounds++;
    atomic_store(&holder, (int)(1 - own));
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, plays, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(rounds == 4);
  return 0;
}
